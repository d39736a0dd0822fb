-- How many counterfeit records of each cluster are published as counterfeit. Those that the last step of Sanony adds
-- stay secret.
CREATE TABLE IF NOT EXISTS setrisk.counterfeits (
    release VARCHAR NOT NULL,
    cluster INTEGER NOT NULL,
    n BIGINT NOT NULL
)
