-- draws_of_cluster(seed, run, home) -> BIGINT
-- The seed of what is drawn for the pieces of a cluster or joint cluster in a run: one of its own for each, and within
-- BIGINT for any seed.
--
-- reads: nothing
SELECT $home + 100003 * ($seed % 1000000000 * 10007 + $run)
