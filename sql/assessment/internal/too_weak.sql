-- too_weak() -> VARCHAR
-- What is said of attacks that did no better than without what is known: nothing shows that the release is safe from
-- others. TOO_WEAK in Python is the same; a test holds these together.
--
-- reads: nothing
SELECT 'too weak to say anything'
