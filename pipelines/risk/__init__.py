"""Risk of releases, and the gate that goes by it."""
