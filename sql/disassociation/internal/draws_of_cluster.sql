-- draws_of_cluster(seed, run, home) -> BIGINT
-- The seed of the draws for one cluster or joint cluster in one run: different for each, and within BIGINT for any
-- seed.
--
-- reads: nothing
SELECT $home + 100003 * ($seed % 1000000000 * 10007 + $run)
