-- series_exposure(member)
-- One row for a member of a series, no row for any other release: how many records of the series, of any of its
-- releases, are at risk since its releases can be compared, as may_publish says of the last one. Counterfeits are not
-- counted where they are known.
--
-- column: series VARCHAR
-- column: records BIGINT
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
