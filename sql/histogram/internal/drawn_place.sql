-- drawn_place(what VARCHAR, n BIGINT) -> BIGINT
-- A pseudorandom number from 1 to n, derived from the MD5 hash of a text: equal texts give equal numbers. NULL if n is
-- 0.
--
-- parameter: what: the text that is hashed
-- parameter: n: the largest number
-- reads:     nothing
-- duckdb only: UBIGINT
SELECT 1 + CAST(CAST('0x' || left(md5($what), 13) AS UBIGINT) % nullif($n, 0) AS BIGINT)
