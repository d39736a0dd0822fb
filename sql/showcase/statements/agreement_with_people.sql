-- agreement_with_people()
-- How well the similarities of pairs of terms agree with what people say of the pairs.
--
-- stages: _setrisk_judged_pairs(item_a, item_b, human): the pairs, and how close people find their terms
-- stages: _setrisk_read(item_a, item_b, similarity): the similarities
-- row:    one
-- column: pairs BIGINT, pairs, >= 0: judged by people
-- column: covered BIGINT, pairs, >= 0: those that have a similarity
-- column: pearson DOUBLE?, -1 to 1: correlation of the similarities with what people say
-- column: spearman DOUBLE?, -1 to 1: that of their ranks
SELECT
    count(*) AS pairs,
    count(ranks.similarity) AS covered,
    corr(ranks.similarity, ranks.human) AS pearson,
    corr(ranks.similarity_rank, ranks.human_rank) FILTER (WHERE ranks.similarity IS NOT NULL) AS spearman
FROM (
    SELECT
        pairs.human,
        similarities.similarity,
        -- Equal values share the mean of their ranks, and pairs without a similarity are not ranked.
        rank() OVER (PARTITION BY similarities.similarity IS NULL ORDER BY similarities.similarity)
        + (count(*) OVER (PARTITION BY similarities.similarity) - 1) / 2 AS similarity_rank,
        rank() OVER (PARTITION BY similarities.similarity IS NULL ORDER BY pairs.human)
        + (count(*) OVER (PARTITION BY similarities.similarity IS NULL, pairs.human) - 1) / 2 AS human_rank
    FROM _setrisk_judged_pairs AS pairs
    JOIN _setrisk_read AS similarities ON similarities.item_a = pairs.item_a AND similarities.item_b = pairs.item_b
) AS ranks
