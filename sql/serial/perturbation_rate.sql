-- perturbation_rate(release)
-- What a serial method has added to a release and taken out of it. For the owner only. It is an error if the release
-- was not made in this database, or belongs to another family.
--
-- parameter: release: a serial release
-- row: one
-- column: counterfeits BIGINT, records, >= 0: records that were invented
-- column: withheld_copies BIGINT, copies, >= 0: copies of sensitive items that were left out
-- column: added_copies BIGINT, copies, >= 0: copies of sensitive items that belong to nobody
-- column: suppressed BIGINT, transactions, >= 0: transactions that were left out
-- column: perturbation_rate DOUBLE, fraction, 0 to 1: counterfeits / all records
-- checks: own_release($release, family := 'serial')
-- reads: originals
-- source: SANONY 4.3
-- page: serial.md
-- example: FROM setrisk.perturbation_rate('plain mar')
SELECT
    count(*) FILTER (WHERE origin.tid IS NULL) AS counterfeits,
    CAST(max(changes.withheld) AS BIGINT) AS withheld_copies,
    CAST(max(changes.added) AS BIGINT) AS added_copies,
    max(source.n_transactions) - count(origin.tid) AS suppressed,
    count(*) FILTER (WHERE origin.tid IS NULL) / count(*) AS perturbation_rate
FROM setrisk_private.provenance AS origin
JOIN setrisk.release AS releases ON releases.release = origin.release
LEFT JOIN setrisk_private.dataset AS source ON source.dataset = releases.dataset
CROSS JOIN (
    SELECT
        coalesce(sum(greatest(-terms.change, 0)), 0) AS withheld, coalesce(sum(greatest(terms.change, 0)), 0) AS added
    FROM (
        SELECT phases.item_id, sum(phases.n_added) AS change
        FROM setrisk_private.perturbation AS phases
        WHERE phases.release = $release AND phases.item_id IS NOT NULL
        GROUP BY phases.item_id
    ) AS terms
) AS changes
WHERE origin.release = $release
