"""The adversary common to all releases, on Spark."""
