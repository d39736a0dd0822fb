-- posterior(copies, cluster_size, shared) -> DOUBLE
-- The probability that a record of a cluster has a private term, for whoever has seen the cluster's overlaps with other
-- releases (SANONY formulas 12 to 14). copies: of the term in the cluster; cluster_size: records; shared: its overlaps,
-- a list of {size: records of the overlap, lo and hi: how many of the copies they hold, inside: whether the record is
-- one of them, NULL where the adversary may know either, of which the higher belief counts}. NULL where a number is.
-- Overlaps that no placement of the copies agrees with tell nothing: then it is copies / cluster_size.
--
-- reads: nothing
SELECT _setrisk_posterior_v1(
    CAST($copies AS BIGINT),
    CAST($cluster_size AS BIGINT),
    CAST($shared AS STRUCT(size BIGINT, lo BIGINT, hi BIGINT, inside BOOLEAN)[])
)
