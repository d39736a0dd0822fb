-- can_ask_more(attempts BIGINT, people BIGINT) -> BOOLEAN
-- Whether more people could be asked about: if fewer were asked than were to be at most, everybody with enough items
-- was. MOST_PEOPLE in Python is the same number; a test holds these together.
--
-- parameter: attempts: how many were asked about, or how many guesses were made
-- parameter: people: how many were to be at most; NULL if that is not known
-- reads: nothing
SELECT coalesce($attempts >= $people AND $people < 100000, true)
