-- change_copies(release, phase)
-- Change how many copies of sensitive items the clusters and the global bag of a draft hold, and keep the changes for
-- the owner.
--
-- parameter: phase: the phase of the method, as the owner's table names it
-- stages: _setrisk_changes(cluster, item, n): the changes; cluster NULL is the global bag
-- stages: _setrisk_item_changes(cluster, item_id, n): the same, summed by cluster and item
-- reads:  originals
-- writes: setrisk.sensitive_count setrisk_private.perturbation
CREATE OR REPLACE TEMP TABLE _setrisk_item_changes AS
SELECT CAST(changes.cluster AS INTEGER) AS cluster, items.item_id, CAST(sum(changes.n) AS BIGINT) AS n
FROM _setrisk_changes AS changes
JOIN setrisk_private.item AS items ON items.item = changes.item
GROUP BY changes.cluster, items.item_id
ORDER BY 1, 2, 3;

INSERT INTO setrisk_private.perturbation (release, phase, cluster, item_id, n_added)
SELECT $release, $phase, changes.cluster, changes.item_id, changes.n
FROM _setrisk_item_changes AS changes;

INSERT INTO setrisk.sensitive_count (release, cluster, item_id, copies)
SELECT $release, changes.cluster, changes.item_id, 0
FROM _setrisk_item_changes AS changes
WHERE NOT EXISTS (
    SELECT 1
    FROM setrisk.sensitive_count AS terms
    WHERE terms.release = $release AND terms.item_id = changes.item_id
        AND terms.cluster IS NOT DISTINCT FROM changes.cluster
);

UPDATE setrisk.sensitive_count AS terms
SET copies = terms.copies + changes.n
FROM _setrisk_item_changes AS changes
WHERE terms.release = $release AND terms.item_id = changes.item_id
    AND terms.cluster IS NOT DISTINCT FROM changes.cluster;

DELETE FROM setrisk.sensitive_count AS terms
WHERE terms.release = $release AND terms.copies = 0;

DROP TABLE _setrisk_item_changes
