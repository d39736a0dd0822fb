-- The risk by each draw of a random baseline on a release: how many records are left with each number of candidates,
-- with the sum and the highest of their scores. candidates is NULL for records that the draw does not narrow down.
CREATE TABLE IF NOT EXISTS setrisk_private.baseline_draw (
    release VARCHAR NOT NULL,
    attack VARCHAR NOT NULL,
    draw INTEGER NOT NULL,
    candidates BIGINT,
    records BIGINT NOT NULL,
    total_score DOUBLE NOT NULL,
    max_score DOUBLE NOT NULL
)
