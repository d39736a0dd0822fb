-- disassociation_faults(clusters, chunk_records, joint_clusters, term_chunks)
-- One row per fault in the tables of a disassociated release that is to be imported.
--
-- row: one per fault in the tables of a disassociated release that is to be imported
-- column: step INTEGER: of the checks; what one finds may be the cause of what later ones find
-- column: fault VARCHAR: what is wrong and where, in words
-- reads: nothing
SELECT 1 AS step, found.fault
FROM setrisk_internal.clustering_faults($clusters, $joint_clusters) AS found
UNION ALL
SELECT 2 AS step, found.fault
FROM setrisk_internal.sub_record_faults($clusters, $chunk_records, $joint_clusters) AS found
UNION ALL
SELECT 3 AS step, found.fault
FROM setrisk_internal.term_faults($clusters, $chunk_records, $term_chunks) AS found
