-- shuffled_place(shuffling_key, what) -> UBIGINT
-- Where something comes in an order that no one can tell without the key: the first 64 bits of a keyed hash. Two places
-- may be the same by chance; ties need an order of their own.
--
-- reads: nothing
-- duckdb only: UBIGINT
SELECT CAST('0x' || left(sha256($shuffling_key || '/' || $what), 16) AS UBIGINT)
