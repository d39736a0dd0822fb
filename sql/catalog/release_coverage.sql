-- How much of the data the promise of each release covers, computed when the release is made. setrisk.coverage
-- documents the columns.
CREATE TABLE IF NOT EXISTS setrisk_private.release_coverage (
    release VARCHAR PRIMARY KEY,
    k INTEGER NOT NULL,
    itemsets BIGINT,
    items BIGINT NOT NULL,
    all_items BIGINT NOT NULL,
    rare_itemsets BIGINT,
    covered_itemsets BIGINT,
    coverage DOUBLE NOT NULL
)
