-- draws_of_cluster(seed, run, publishing_cluster) -> BIGINT
-- The seed of the draws for one cluster or joint cluster in one run: different for each, and within BIGINT for any
-- seed.
--
-- reads: nothing
SELECT $publishing_cluster + 100003 * ($seed % 1000000000 * 10007 + $run)
