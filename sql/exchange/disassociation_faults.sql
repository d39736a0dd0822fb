-- disassociation_faults(clusters, chunk_records, joint_clusters, term_chunks)
-- One row per fault in the tables of a disassociated release that is to be imported.
-- step INTEGER: of the checks; what one finds may be the cause of what later ones find; fault VARCHAR: what is wrong and
-- where, in words
-- internal
SELECT 1 AS step, found.fault
FROM setrisk.clustering_faults($clusters, $joint_clusters) AS found
UNION ALL
SELECT 2 AS step, found.fault
FROM setrisk.sub_record_faults($clusters, $chunk_records, $joint_clusters) AS found
UNION ALL
SELECT 3 AS step, found.fault
FROM setrisk.term_faults($clusters, $chunk_records, $term_chunks) AS found
