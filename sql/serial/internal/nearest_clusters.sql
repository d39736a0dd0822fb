-- nearest_clusters(release, sets)
-- One row per set of the table `sets` (number, item_id): the cluster of the release whose non-private terms are most
-- like it by Jaccard similarity (SANONY 3.1), the first of equals.
--
-- row: one per set of the table `sets` (number, item_id)
-- column: number BIGINT
-- column: cluster INTEGER
-- reads: published
-- duckdb only: query_table
WITH terms AS MATERIALIZED (
    SELECT DISTINCT records.cluster, records.item_id
    FROM setrisk.cluster_record AS records
    WHERE records.release = $release AND records.item_id IS NOT NULL
),
widths AS (
    SELECT terms.cluster, count(*) AS n_terms FROM terms GROUP BY terms.cluster
),
given AS MATERIALIZED (
    SELECT sets.number, sets.item_id, count(*) OVER (PARTITION BY sets.number) AS n_items
    FROM query_table($sets) AS sets
)
SELECT ranked.number, ranked.cluster
FROM (
    SELECT
        given.number,
        terms.cluster,
        row_number() OVER (
            PARTITION BY given.number
            ORDER BY count(*) / (max(given.n_items) + max(widths.n_terms) - count(*)) DESC, terms.cluster
        ) AS place
    FROM given
    JOIN terms ON terms.item_id = given.item_id
    JOIN widths ON widths.cluster = terms.cluster
    GROUP BY given.number, terms.cluster
) AS ranked
WHERE ranked.place = 1
