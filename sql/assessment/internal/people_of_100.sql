-- people_of_100(rate DOUBLE) -> VARCHAR
-- A rate as a number of people of a hundred.
--
-- reads: nothing
SELECT CAST(CAST(round(100 * $rate) AS BIGINT) AS VARCHAR)
