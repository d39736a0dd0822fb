-- most_choices() -> BIGINT
-- Among how many people at most whoever links two sources chooses. MOST_CHOICES in Python is the same; a test holds
-- these together.
--
-- reads: nothing
SELECT CAST(100 AS BIGINT)
