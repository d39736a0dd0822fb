-- add_counterfeits(release, phase)
-- Add counterfeit records to a draft, and keep for the owner how many each cluster got. Those for any cluster go to the
-- one whose non-sensitive items are most like theirs by Jaccard similarity; of equally similar ones to the first.
--
-- parameter: phase: the phase of the method, as the owner's table names it
-- stages: _setrisk_sets(cluster, number, item_id): the items of each counterfeit; cluster 0 means any cluster
-- stages: _setrisk_counterfeits(cluster, record, item_id): the records to add
-- reads:  originals
-- writes: setrisk.cluster_record setrisk.cluster setrisk_private.perturbation
-- source: SANONY 3.1
CREATE OR REPLACE TEMP TABLE _setrisk_counterfeits AS
WITH terms AS MATERIALIZED (
    SELECT DISTINCT records.cluster, records.item_id
    FROM setrisk.cluster_record AS records
    WHERE records.release = $release AND records.item_id IS NOT NULL
),
widths AS (
    SELECT terms.cluster, count(*) AS n_terms FROM terms GROUP BY terms.cluster
),
set_items AS MATERIALIZED (
    SELECT sets.number, sets.item_id, count(*) OVER (PARTITION BY sets.number) AS n_items
    FROM _setrisk_sets AS sets
),
nearest_clusters AS (
    SELECT candidates.number, candidates.cluster
    FROM (
        SELECT
            set_items.number,
            terms.cluster,
            row_number() OVER (
                PARTITION BY set_items.number
                ORDER BY
                    count(*) / (max(set_items.n_items) + max(widths.n_terms) - count(*)) DESC,
                    terms.cluster
            ) AS place
        FROM set_items
        JOIN terms ON terms.item_id = set_items.item_id
        JOIN widths ON widths.cluster = terms.cluster
        GROUP BY set_items.number, terms.cluster
    ) AS candidates
    WHERE candidates.place = 1
)
SELECT
    -- If no cluster is similar, any will do.
    coalesce(nearest_clusters.cluster, nullif(sets.cluster, 0), 1) AS cluster,
    -- Numbers up to that of the last transaction are people's, including those left out of the release.
    sets.number + (
        SELECT greatest(max(records.record), max(source.n_transactions))
        FROM setrisk.cluster_record AS records
        JOIN setrisk.release AS releases ON releases.release = records.release
        JOIN setrisk_private.dataset AS source ON source.dataset = releases.dataset
        WHERE records.release = $release
    ) AS record,
    sets.item_id
FROM _setrisk_sets AS sets
LEFT JOIN nearest_clusters ON nearest_clusters.number = sets.number AND sets.cluster = 0;

INSERT INTO setrisk.cluster_record (release, cluster, record, item_id)
SELECT $release, counterfeits.cluster, counterfeits.record, counterfeits.item_id
FROM _setrisk_counterfeits AS counterfeits;

INSERT INTO setrisk_private.perturbation (release, phase, cluster, item_id, n_added)
SELECT $release, $phase, counterfeits.cluster, NULL, count(DISTINCT counterfeits.record)
FROM _setrisk_counterfeits AS counterfeits
GROUP BY counterfeits.cluster
ORDER BY counterfeits.cluster;

UPDATE setrisk.cluster AS clusters
SET n_records = clusters.n_records + counts.n
FROM (
    SELECT counterfeits.cluster, count(DISTINCT counterfeits.record) AS n
    FROM _setrisk_counterfeits AS counterfeits
    GROUP BY counterfeits.cluster
) AS counts
WHERE clusters.release = $release AND clusters.cluster = counts.cluster;

DROP TABLE _setrisk_counterfeits
