-- How many counterfeits of a cluster its publisher owns up to; what the last step of Sanony adds stays secret.
CREATE TABLE IF NOT EXISTS setrisk.counterfeits (
    release VARCHAR NOT NULL,
    cluster INTEGER NOT NULL,
    n BIGINT NOT NULL
)
