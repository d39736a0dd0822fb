"""Export and import of releases."""
