"""The adversary that is the same for every release: narrowing, inference, linkability and singling out."""
