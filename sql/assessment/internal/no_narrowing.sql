-- no_narrowing() -> VARCHAR
-- That narrowing does not apply to a noisy release, in words. NO_NARROWING in Python is the same; a test holds these
-- together.
--
-- reads: nothing
SELECT 'narrowing does not apply to it, since noise breaks the tie between records and people'
