-- The risk of each record by each stored attack, 'none' included: computed once, when the release is made or attacked. Of a
-- random baseline the rows are those of its first draw. candidates: the fewest records that someone who knows an itemset of the
-- person is left with; NULL where nobody is narrowed down, and in families that do not count them.
CREATE TABLE IF NOT EXISTS setrisk_private.record_risk (
    release VARCHAR NOT NULL,
    attack VARCHAR NOT NULL,
    record BIGINT NOT NULL,
    at_risk BOOLEAN NOT NULL,
    score DOUBLE NOT NULL,
    candidates BIGINT,
    evidence VARCHAR NOT NULL
)
