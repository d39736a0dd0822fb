-- The risk of each person's transaction by each stored attack, and by 'none', the release as it is. It is computed when
-- the release is made and when it is attacked. The rows of a random baseline are those of its first draw. candidates is
-- the fewest records that an attacker who knows an itemset of the person is left with. It is NULL where no attacker
-- narrows the person down, and in families that do not count candidates. record is NULL where whole records are not
-- published.
CREATE TABLE IF NOT EXISTS setrisk_private.record_risk (
    release VARCHAR NOT NULL,
    attack VARCHAR NOT NULL,
    record BIGINT,
    tid BIGINT NOT NULL,
    at_risk BOOLEAN NOT NULL,
    score DOUBLE NOT NULL,
    candidates BIGINT,
    evidence VARCHAR NOT NULL
)
