-- The risk of each person's transaction by each stored attack. It is computed when the release is made and when it is
-- attacked. The rows of a random baseline are those of its first draw.
--
-- column: release VARCHAR: name of the release
-- column: attack VARCHAR: name of the stored attack, or 'none' for the release as it is
-- column: record BIGINT?, >= 1: number of the record; NULL if the release does not publish whole records
-- column: tid BIGINT, >= 1: the person's transaction
-- column: at_risk BOOLEAN: whether the attack does better than the release promises
-- column: score DOUBLE, fraction, 0 to 1: how far the attack gets
-- column: candidates BIGINT?, candidates, >= 1: the fewest records that an attacker who knows an itemset of the person
--     is left with; NULL if no attacker narrows the person down, and in families that do not count candidates
-- column: evidence VARCHAR: what the attack finds out, and from what, in words
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
