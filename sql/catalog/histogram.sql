-- The itemsets of a histogram, each once. In a noisy one some itemsets are made up.
--
-- column: release VARCHAR: name of the release
-- column: itemset INTEGER[]: the numbers of its items, in ascending order
-- column: occurrences BIGINT, records, >= 1: as published, with noise
CREATE TABLE IF NOT EXISTS setrisk.histogram (
    release VARCHAR NOT NULL,
    itemset INTEGER[] NOT NULL,
    occurrences BIGINT NOT NULL
)
