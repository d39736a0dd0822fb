-- drawn_place(what, n) -> BIGINT
-- One of n places, from 1, drawn by a hash: equal words draw the same. NULL where there is no place.
--
-- reads: nothing
-- duckdb only: UBIGINT
SELECT 1 + CAST(CAST('0x' || left(md5($what), 13) AS UBIGINT) % nullif($n, 0) AS BIGINT)
