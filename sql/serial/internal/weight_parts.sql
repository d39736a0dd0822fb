-- weight_parts(weight) -> STRUCT(finite DOUBLE, ups BIGINT, downs BIGINT)
-- The weight of evidence in parts that can be summed, and taken out of a sum again: what is finite of it, and whether
-- it leaves no doubt for or against. A weight that is NULL is both: it contradicts itself.
--
-- reads: nothing
SELECT {
    'finite': CASE WHEN abs($weight) < CAST('infinity' AS DOUBLE) THEN $weight ELSE 0 END,
    'ups': CASE WHEN $weight < CAST('infinity' AS DOUBLE) THEN 0 ELSE 1 END,
    'downs': CASE WHEN $weight > CAST('-infinity' AS DOUBLE) THEN 0 ELSE 1 END
}
