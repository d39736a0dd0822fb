-- How much of the data the promise of a release is about; computed once, when it is made. coverage has the columns.
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
