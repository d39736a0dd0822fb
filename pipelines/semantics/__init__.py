"""What attackers know of items: corpora, embeddings and their scores."""
