"""The version of the package, of its macros in a database, and of the distribution."""

__version__ = "0.1.0"
