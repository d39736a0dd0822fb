-- posterior(copies BIGINT, cluster_size BIGINT, shared STRUCT(size BIGINT, lo BIGINT, hi BIGINT, inside BOOLEAN)[]) -> DOUBLE
-- The belief that a record of a cluster has a sensitive item. It is that of an attacker who has seen the cluster's
-- overlaps with other releases. Overlaps that no placement of the copies agrees with are ignored: the probability is
-- then copies / cluster_size. It is NULL if one of the numbers is.
--
-- parameter: copies: copies of the sensitive item in the cluster
-- parameter: cluster_size: records of the cluster
-- parameter: shared: the overlaps, a list of {size, lo, hi, inside}: records of the overlap; the fewest and the most
--     copies that they hold; and whether the record is one of them, or NULL if the attacker may know either, of
--     which the higher belief counts
-- reads: nothing
-- source: SANONY formulas 12 to 14
-- page: serial.md
-- example: SELECT setrisk.posterior(1, 2, [{'size': 1, 'lo': 0, 'hi': 0, 'inside': false}]) AS belief
SELECT _setrisk_posterior_v1(
    CAST($copies AS BIGINT),
    CAST($cluster_size AS BIGINT),
    CAST($shared AS STRUCT(size BIGINT, lo BIGINT, hi BIGINT, inside BOOLEAN)[])
)
