-- What each phase of a serial method has added to a cluster or to the global bag.
--
-- column: release VARCHAR: name of the release
-- column: phase VARCHAR: 'backward', 'forward' or 'secret'
-- column: cluster INTEGER?, >= 1: NULL for the global bag
-- column: item_id INTEGER?, >= 1: the sensitive item whose copies these are; NULL for counterfeit records
-- column: n_added BIGINT: how many were added; a negative number means copies that were taken away
CREATE TABLE IF NOT EXISTS setrisk_private.perturbation (
    release VARCHAR NOT NULL,
    phase VARCHAR NOT NULL,
    cluster INTEGER,
    item_id INTEGER,
    n_added BIGINT NOT NULL
)
