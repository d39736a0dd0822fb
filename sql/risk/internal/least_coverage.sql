-- least_coverage() -> DOUBLE
-- The fraction of the rare itemsets that the promise of a release must be about unless another limit is set: risk
-- considers only what the promise is about. It is the default of recommended too, and LEAST_COVERAGE in Python, whose
-- messages name it; a test holds these together.
--
-- reads: nothing
SELECT CAST(0.5 AS DOUBLE)
