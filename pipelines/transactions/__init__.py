"""Loading set-valued data."""
