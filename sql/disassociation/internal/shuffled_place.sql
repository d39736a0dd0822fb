-- shuffled_place(shuffling_key VARCHAR, what VARCHAR) -> UBIGINT
-- A place in an order that nobody can compute without the key: the first 64 bits of a keyed hash. Two places may
-- coincide by chance, so ties need an order of their own.
--
-- parameter: what: a text or number that identifies the thing to place
-- reads: nothing
-- duckdb only: UBIGINT
SELECT CAST('0x' || left(sha256($shuffling_key || '/' || $what), 16) AS UBIGINT)
