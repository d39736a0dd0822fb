-- sensitive_draws(release, reconstructions, seed, items)
-- Random sensitive items for the records of a serial release. In each reconstruction a record gets a term with the
-- term's share in the record's cluster as the probability, independently of all others. Copies of the global bag count
-- by the cluster's part of all records.
--
-- parameter: reconstructions: how many
-- parameter: seed: makes the draws repeatable
-- parameter: items: names of the sensitive items to draw; all of them if it is NULL
-- row: one per reconstruction, record and sensitive item that the record gets
-- column: reconstruction BIGINT, >= 1
-- column: record BIGINT, >= 1
-- column: item_id INTEGER: number of the term in the release
-- column: item VARCHAR
-- reads: published
-- source: SANONY Definition 4
-- duckdb only: UBIGINT
WITH clusters AS MATERIALIZED (
    SELECT clusters.cluster, clusters.n_records, CAST(sum(clusters.n_records) OVER () AS BIGINT) AS release_records
    FROM setrisk.cluster AS clusters
    WHERE clusters.release = $release
),
shares AS MATERIALIZED (
    SELECT
        counts.cluster, counts.item_id, names.item,
        CAST(sum(counts.copies) AS BIGINT) / max(counts.n_records) AS share
    FROM (
        SELECT clusters.cluster, clusters.n_records, terms.item_id, terms.copies
        FROM setrisk.sensitive_count AS terms
        JOIN clusters ON clusters.cluster = terms.cluster
        WHERE terms.release = $release
        UNION ALL
        SELECT
            clusters.cluster,
            clusters.n_records,
            terms.item_id,
            setrisk_internal.bag_share(clusters.n_records, terms.copies, clusters.release_records) AS copies
        FROM setrisk.sensitive_count AS terms
        CROSS JOIN clusters
        WHERE terms.release = $release AND terms.cluster IS NULL
    ) AS counts
    JOIN setrisk.published_item AS names ON names.release = $release AND names.item_id = counts.item_id
    WHERE coalesce(list_contains(CAST($items AS VARCHAR[]), names.item), true)
    GROUP BY counts.cluster, counts.item_id, names.item
)
SELECT numbers.draw AS reconstruction, placements.record, shares.item_id, shares.item
FROM setrisk_internal.numbered_draws('reconstructions', $reconstructions) AS numbers
CROSS JOIN (
    SELECT DISTINCT
        records.cluster, records.record
    FROM setrisk.cluster_record AS records WHERE records.release = $release
) AS placements
JOIN shares ON shares.cluster = placements.cluster
WHERE CAST(
    '0x' || left(
        md5(
            setrisk_internal.check_at_least('seed', $seed, 0) || '/' || numbers.draw || '/' || placements.record || '/'
            || shares.item
        ),
        13
    ) AS UBIGINT
) < 4503599627370496 * shares.share
