-- usual_reconstructions() -> BIGINT
-- How many random reconstructions of a release attackers draw by default, and at least, to be held against a limit.
-- USUAL_RECONSTRUCTIONS in Python is the same; a test holds these together.
--
-- reads: nothing
SELECT CAST(10 AS BIGINT)
