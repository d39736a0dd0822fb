"""The database: connecting, attaching, installing, transactions, statements, and what the catalog holds."""
