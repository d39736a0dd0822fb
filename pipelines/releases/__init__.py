"""Releases of all families: making, attacking and dropping them."""
