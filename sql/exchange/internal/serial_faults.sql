-- serial_faults(clusters, cluster_records, private_terms, counterfeits, private_sets)
-- One row per fault in the tables of a serial release that is to be imported.
--
-- row: one per fault in the tables of a serial release that is to be imported
-- column: step INTEGER: of the checks; what one finds may be the cause of what later ones find
-- column: fault VARCHAR: what is wrong and where, in words
-- reads: nothing
SELECT 1 AS step, found.fault
FROM setrisk_internal.cluster_faults($clusters) AS found
UNION ALL
SELECT 2 AS step, found.fault
FROM setrisk_internal.cluster_record_faults($clusters, $cluster_records) AS found
UNION ALL
SELECT 3 AS step, found.fault
FROM setrisk_internal.private_term_faults($clusters, $cluster_records, $private_terms, $private_sets) AS found
UNION ALL
SELECT 4 AS step, found.fault
FROM setrisk_internal.counterfeit_faults($clusters, $counterfeits) AS found
