-- Findings of attribute linkage attacks on histograms, one for each boundary itemset and item that leaks from it.
--
-- column: release VARCHAR: name of the release
-- column: attack VARCHAR: name of the attack
-- column: itemset INTEGER[]: numbers of the items of the boundary itemset, a maximal itemset without the item that
--     leaks
-- column: leaked_id INTEGER, >= 1: number of the item that is inferred
-- column: supersets BIGINT, itemsets, >= 1: published itemsets that contain the boundary itemset
-- column: confidence DOUBLE, fraction, 0 to 1: with which the item is inferred
CREATE TABLE IF NOT EXISTS setrisk.leakage (
    release VARCHAR NOT NULL,
    attack VARCHAR NOT NULL,
    itemset INTEGER[] NOT NULL,
    leaked_id INTEGER NOT NULL,
    supersets BIGINT NOT NULL,
    confidence DOUBLE NOT NULL
)
