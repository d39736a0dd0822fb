"""How useful releases are."""
