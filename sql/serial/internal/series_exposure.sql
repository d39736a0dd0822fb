-- series_exposure(member)
-- How many records are at risk because the releases of a series can be compared, counted over all releases of the
-- series that a release belongs to (the records that may_publish lists). Counterfeits are left out if they are
-- known. There is no row for a release that is in no series.
--
-- parameter: member: a release
-- row: one, or none if the release is in no series
-- column: series VARCHAR
-- column: records BIGINT, records, >= 0: records at risk
-- reads: originals
SELECT members.series, count(risky_records.record) AS records
FROM setrisk.series AS members
LEFT JOIN (
    SELECT DISTINCT compositions.release, compositions.record
    FROM setrisk_internal.scoped_compositions(
        coalesce((SELECT members.series FROM setrisk.series AS members WHERE members.release = $member), '')
    ) AS compositions
    LEFT JOIN setrisk_private.provenance AS origin
        ON origin.release = compositions.release AND origin.record = compositions.record
    WHERE
        compositions.scope <> 'cluster'
        AND setrisk_internal.is_above(compositions.posterior, compositions.allowed_belief)
        AND (origin.record IS NULL OR origin.tid IS NOT NULL)
) AS risky_records ON true
WHERE members.release = $member
GROUP BY members.series
