-- The itemsets of a noisy histogram, each once, with its published number of occurrences. Counts are noisy, and some
-- itemsets are made up. The items of an itemset are in ascending order of their numbers.
CREATE TABLE IF NOT EXISTS setrisk.histogram (
    release VARCHAR NOT NULL,
    itemset INTEGER[] NOT NULL,
    occurrences BIGINT NOT NULL
)
