-- weight_parts(weight DOUBLE) -> STRUCT(finite DOUBLE, ups INTEGER, downs INTEGER)
-- A weight of evidence in parts that can be summed, and subtracted from a sum again: its finite part, and whether it
-- leaves no doubt for or against. A NULL weight contradicts itself and counts as both.
--
-- reads: nothing
SELECT {
    'finite': CASE WHEN abs($weight) < CAST('infinity' AS DOUBLE) THEN $weight ELSE 0 END,
    'ups': CASE WHEN $weight < CAST('infinity' AS DOUBLE) THEN 0 ELSE 1 END,
    'downs': CASE WHEN $weight > CAST('-infinity' AS DOUBLE) THEN 0 ELSE 1 END
}
