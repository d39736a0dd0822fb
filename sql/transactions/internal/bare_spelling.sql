-- bare_spelling(item VARCHAR) -> VARCHAR
-- What is left of the name of an item without blanks of any kind, in lower case: names with the same are probably one
-- item, spelled in several ways.
--
-- reads: nothing
-- duckdb only: regexp_replace with a flag
SELECT lower(regexp_replace($item, '[\s\p{Z}]+', '', 'g'))
