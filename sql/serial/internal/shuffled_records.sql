-- shuffled_records(release, shuffling_key)
-- One row per record of a release that is being made, with a number that does not tell which one it is.
--
-- row: one per record of a release that is being made, with a number that does not tell which one it is
-- column: cluster INTEGER
-- column: drafted BIGINT: its number so far
-- column: record BIGINT: from 1, over all clusters
-- reads: published
SELECT
    drafts.cluster,
    drafts.drafted,
    row_number() OVER (ORDER BY setrisk_internal.shuffled_place($shuffling_key, drafts.drafted), drafts.drafted) AS record
FROM (
    SELECT DISTINCT records.cluster, records.record AS drafted
    FROM setrisk.cluster_record AS records
    WHERE records.release = $release
) AS drafts
