"""Generalised releases and the attacks on them."""
