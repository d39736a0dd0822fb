-- copy_range(copies, cluster_size, overlap_size) -> STRUCT(lo BIGINT, hi BIGINT)
-- How many of a cluster's copies of a private term the records of an overlap may hold, at least and at most, by that
-- cluster alone (SANONY Definition 5, formula 5). copies: of the term in the cluster; cluster_size, overlap_size:
-- records. NULL where there are more copies, or more records in the overlap, than records in the cluster, or less than
-- none.
--
-- reads: nothing
SELECT CASE
    WHEN $copies BETWEEN 0 AND $cluster_size AND $overlap_size BETWEEN 0 AND $cluster_size
        THEN {
            'lo': CAST(greatest($copies - ($cluster_size - $overlap_size), 0) AS BIGINT),
            'hi': CAST(least($overlap_size, $copies) AS BIGINT)
        }
END
