-- bare_spelling(item VARCHAR) -> VARCHAR
-- What is left of the name of an item without blanks of any kind, in lower case: names with the same are probably one
-- item, spelled in several ways.
--
-- reads: nothing
lower(regexp_replace($item, '[\s\p{Z}]+', '', 'g'))
