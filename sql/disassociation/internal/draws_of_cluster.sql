-- draws_of_cluster(seed BIGINT, draw BIGINT, publishing_cluster BIGINT) -> BIGINT
-- The seed of the draws for one cluster or joint cluster in one draw: different for each, and within BIGINT for any
-- seed.
--
-- reads: nothing
SELECT $publishing_cluster + 100003 * ($seed % 1000000000 * 10007 + $draw)
