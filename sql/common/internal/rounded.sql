-- rounded(number DOUBLE, parts BIGINT) -> DOUBLE
-- A number in whole parts of one, such as tenths; half a part away from zero. By round(number, 1) DuckDB would round
-- the binary number, which for 8.35 is a little less, and Spark the one that it prints.
--
-- parameter: parts: 10 for tenths
-- reads: nothing
SELECT round(CAST($number AS DOUBLE) * $parts) / $parts
