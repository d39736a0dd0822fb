-- hides_anything(release)
-- Whether a serial release hides which record has which sensitive items. It does not if each cluster is one record
-- and no term is in the global bag.
--
-- row:    one
-- column: hides_anything BOOLEAN?: NULL for a release without clusters
-- reads:  published
SELECT
    max(clusters.n_records) > 1 OR EXISTS (
        SELECT terms.cluster
        FROM setrisk.sensitive_count AS terms
        WHERE terms.release = $release AND terms.cluster IS NULL
    ) AS hides_anything
FROM setrisk.cluster AS clusters
WHERE clusters.release = $release
