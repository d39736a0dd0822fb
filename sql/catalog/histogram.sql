-- The itemsets of a noisy histogram, each once, with how often it is said to occur: made-up itemsets are among them, and
-- counts are noisy. Items in ascending order of their numbers.
CREATE TABLE IF NOT EXISTS setrisk.histogram (
    release VARCHAR NOT NULL,
    itemset INTEGER[] NOT NULL,
    occurrences BIGINT NOT NULL
)
