-- perturbation_rate(release)
-- One row: what a serial method has added to the release and taken out of it, for the owner (SANONY 4.3). An error
-- where no release of that name was made in this database, or it is of another family.
--
-- column: counterfeits BIGINT
-- column: withheld_copies HUGEINT: of private terms, that were left out
-- column: added_copies HUGEINT: of private terms, that no person has
-- column: suppressed BIGINT: transactions that were left out
-- column: perturbation_rate DOUBLE: counterfeits / all records
-- reads: originals
SELECT
    count(*) FILTER (WHERE origin.tid IS NULL) AS counterfeits,
    max(changed.withheld) AS withheld_copies,
    max(changed.added) AS added_copies,
    max(source.n_transactions) - count(origin.tid) AS suppressed,
    count(*) FILTER (WHERE origin.tid IS NULL) / count(*) AS perturbation_rate
FROM setrisk_internal.own_release($release, family := 'serial') AS own
JOIN setrisk_private.provenance AS origin ON origin.release = own.release
JOIN setrisk.release AS made ON made.release = own.release
LEFT JOIN setrisk_private.dataset AS source ON source.dataset = made.dataset
CROSS JOIN (
    SELECT
        coalesce(sum(greatest(-terms.change, 0)), 0) AS withheld, coalesce(sum(greatest(terms.change, 0)), 0) AS added
    FROM (
        SELECT steps.item_id, sum(steps.n) AS change
        FROM setrisk_private.perturbation AS steps
        WHERE steps.release = $release AND steps.item_id IS NOT NULL
        GROUP BY steps.item_id
    ) AS terms
) AS changed
