"""setrisk measures how safe a release of set-valued data is, in SQL, inside DuckDB."""
