-- How many counterfeit records of each cluster are published as counterfeit. Those that the last step of Sanony adds
-- stay secret.
--
-- column: release VARCHAR: name of the release
-- column: cluster INTEGER, >= 1: number of the cluster
-- column: published_counterfeits BIGINT, records, >= 1: counterfeits among those of the cluster
CREATE TABLE IF NOT EXISTS setrisk.counterfeits (
    release VARCHAR NOT NULL,
    cluster INTEGER NOT NULL,
    published_counterfeits BIGINT NOT NULL
)
