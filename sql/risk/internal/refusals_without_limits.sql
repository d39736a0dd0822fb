-- refusals_without_limits(release)
-- Why a release may not be published, whatever is tolerable: it is empty, its marks, and what its series reveals.
--
-- row: one per reason
-- column: release VARCHAR
-- column: refusal VARCHAR: a mark, 'series', or 'empty'
-- column: found BIGINT?: of a series, the number of records at risk
-- column: allowed INTEGER?: of a series, 0
-- column: reason VARCHAR: why, in words
-- reads: originals
SELECT own_refusals.release, own_refusals.refusal, NULL AS found, NULL AS allowed, own_refusals.reason
FROM setrisk_internal.refusals_by_itself($release) AS own_refusals
UNION ALL
SELECT
    $release AS release,
    'series' AS refusal,
    exposures.records AS found,
    0 AS allowed,
    'comparing the releases of the series ' || exposures.series || ' puts ' || exposures.records
        || ' records at risk; setrisk.may_publish lists them' AS reason
FROM setrisk_internal.series_exposure($release) AS exposures
WHERE exposures.records > 0
