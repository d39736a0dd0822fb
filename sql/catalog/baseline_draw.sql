-- The risk by each draw of a random baseline on a release: how many records are left with each number of candidates,
-- with the sum and the highest of their scores.
--
-- column: release VARCHAR: name of the release
-- column: attack VARCHAR: name of the random attack
-- column: draw INTEGER, >= 1: number of the draw
-- column: candidates BIGINT?, candidates, >= 1: NULL for records that the draw does not narrow down
-- column: records BIGINT, records, >= 1: those that have so many candidates
-- column: total_score DOUBLE, >= 0: the sum of their scores
-- column: highest_score DOUBLE, fraction, 0 to 1: the highest of their scores
CREATE TABLE IF NOT EXISTS setrisk_private.baseline_draw (
    release VARCHAR NOT NULL,
    attack VARCHAR NOT NULL,
    draw INTEGER NOT NULL,
    candidates BIGINT,
    records BIGINT NOT NULL,
    total_score DOUBLE NOT NULL,
    highest_score DOUBLE NOT NULL
)
