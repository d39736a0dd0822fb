"""Releases in chunks and the attacks on them."""
