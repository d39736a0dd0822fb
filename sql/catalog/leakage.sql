-- Findings of attribute linkage attacks on histograms: for each boundary itemset (a maximal itemset without the item
-- that leaks), how many published itemsets contain it, and the confidence with which the item is inferred from it.
CREATE TABLE IF NOT EXISTS setrisk.leakage (
    release VARCHAR NOT NULL,
    attack VARCHAR NOT NULL,
    itemset INTEGER[] NOT NULL,
    leaked INTEGER NOT NULL,
    supersets BIGINT NOT NULL,
    confidence DOUBLE NOT NULL
)
