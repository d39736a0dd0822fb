-- series_exposure(member)
-- How many records are at risk because the releases of a series can be compared, counted over all releases of the
-- series that a release belongs to (the records that may_publish lists). Counterfeits are left out where they are
-- known. There is no row for a release that is in no series.
--
-- parameter: member: a release
-- row: one, or none where the release is in no series
-- column: series VARCHAR
-- column: records BIGINT, records, >= 0: records at risk
-- reads: originals
SELECT listed.series, count(found.record) AS records
FROM setrisk.series AS listed
LEFT JOIN (
    SELECT DISTINCT each.release, each.record
    FROM setrisk_internal.scoped_compositions(
        coalesce((SELECT own.series FROM setrisk.series AS own WHERE own.release = $member), '')
    ) AS each
    LEFT JOIN setrisk_private.provenance AS origin ON origin.release = each.release AND origin.record = each.record
    WHERE each.scope <> 'cluster' AND setrisk_internal.is_above(each.posterior, each.allowed)
        AND (origin.record IS NULL OR origin.tid IS NOT NULL)
) AS found ON true
WHERE listed.release = $member
GROUP BY listed.series
