-- How much of the data the promise of each release covers, computed when the release is made; `coverage` shows it.
--
-- column: release VARCHAR: name of the release
-- column: k INTEGER, records, >= 1: the threshold for rare that was used
-- column: n_constraints BIGINT?, itemsets, >= 0: privacy constraints of the release; NULL if it is not by
--     constraints
-- column: covered_items BIGINT, items, >= 0: items that the promise is about
-- column: all_items BIGINT, items, >= 0: items of the data set
-- column: rare_itemsets BIGINT?, itemsets, >= 0: rare itemsets in the data; NULL if the method protects all of them, or
--     none, whatever they are
-- column: covered_itemsets BIGINT?, itemsets, >= 0: rare itemsets that the promise is about; NULL if rare_itemsets is
-- column: coverage DOUBLE, fraction, 0 to 1: covered_itemsets divided by rare_itemsets
CREATE TABLE IF NOT EXISTS setrisk_private.release_coverage (
    release VARCHAR PRIMARY KEY,
    k INTEGER NOT NULL,
    n_constraints BIGINT,
    covered_items BIGINT NOT NULL,
    all_items BIGINT NOT NULL,
    rare_itemsets BIGINT,
    covered_itemsets BIGINT,
    coverage DOUBLE NOT NULL
)
