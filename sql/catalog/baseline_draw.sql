-- What each draw of a random baseline does to a release: how many records are left with so many candidates (NULL: not narrowed
-- down), with the sum and the highest of their scores.
CREATE TABLE IF NOT EXISTS setrisk_private.baseline_draw (
    release VARCHAR NOT NULL,
    attack VARCHAR NOT NULL,
    draw INTEGER NOT NULL,
    candidates BIGINT,
    records BIGINT NOT NULL,
    total_score DOUBLE NOT NULL,
    max_score DOUBLE NOT NULL
)
