-- copy_range(copies BIGINT, cluster_size BIGINT, overlap_size BIGINT) -> STRUCT(lo BIGINT, hi BIGINT)
-- The fewest and the most copies that an overlap of clusters can hold. The copies are of a sensitive item, and the
-- range is judged by one cluster alone. It is NULL for impossible numbers: more copies or more overlap records than the
-- cluster has records, or a negative number.
--
-- parameter: copies: copies of the sensitive item in the cluster
-- parameter: cluster_size: records of the cluster
-- parameter: overlap_size: records of the overlap
-- reads: nothing
-- source: SANONY Definition 5, formula 5
-- page: serial.md
-- example: SELECT setrisk.copy_range(3, 10, 8) AS copies
SELECT CASE
    -- Kernels, which have no database, use copy_range of udf/serial/copies.py; a test holds the two together.
    WHEN $copies BETWEEN 0 AND $cluster_size AND $overlap_size BETWEEN 0 AND $cluster_size
        THEN {
            'lo': CAST(greatest($copies - ($cluster_size - $overlap_size), 0) AS BIGINT),
            'hi': CAST(least($overlap_size, $copies) AS BIGINT)
        }
END
