-- serial_reconstructions(release, runs, seed, items)
-- One row per run, record of a serial release and item that the record gets in it: its non-private ones, and each private
-- term with the share of its copies in the cluster as its probability (SANONY Definition 4), copies of the global bag by the
-- cluster's part of all records. Each private term takes a draw for every record of the cluster: only those of `items`, or
-- where that is NULL all.
-- run BIGINT: from 1; record BIGINT; item_id INTEGER: in the release; weight BIGINT: 1
-- internal
WITH clusters AS MATERIALIZED (
    SELECT each.cluster, each.n_records, CAST(sum(each.n_records) OVER () AS BIGINT) AS release_records
    FROM setrisk.cluster AS each
    WHERE each.release = $release
),
shares AS MATERIALIZED (
    SELECT counted.cluster, counted.n_records, counted.item_id, CAST(sum(counted.copies) AS BIGINT) AS copies
    FROM (
        SELECT clusters.cluster, clusters.n_records, terms.item_id, terms.copies
        FROM setrisk.private_term AS terms
        JOIN clusters ON clusters.cluster = terms.cluster
        WHERE terms.release = $release
        UNION ALL
        SELECT
            clusters.cluster,
            clusters.n_records,
            bag.item_id,
            setrisk.bag_share(clusters.n_records, bag.copies, clusters.release_records) AS copies
        FROM setrisk.private_term AS bag
        CROSS JOIN clusters
        WHERE bag.release = $release AND bag.cluster IS NULL
    ) AS counted
    JOIN setrisk.published_item AS names ON names.release = $release AND names.item_id = counted.item_id
    WHERE coalesce(list_contains(CAST($items AS VARCHAR[]), names.item), true)
    GROUP BY counted.cluster, counted.n_records, counted.item_id
)
SELECT numbers.run, records.record, records.item_id, 1 AS weight
FROM setrisk.cluster_record AS records
CROSS JOIN setrisk.baseline_runs($runs) AS numbers
WHERE records.release = $release AND records.item_id IS NOT NULL
UNION ALL
SELECT numbers.run, homes.record, shares.item_id, 1 AS weight
FROM (
    SELECT DISTINCT records.cluster, records.record FROM setrisk.cluster_record AS records WHERE records.release = $release
) AS homes
JOIN shares ON shares.cluster = homes.cluster
JOIN setrisk.published_item AS names ON names.release = $release AND names.item_id = shares.item_id
CROSS JOIN setrisk.baseline_runs($runs) AS numbers
WHERE setrisk.drawn_place(
    setrisk.at_least('seed', $seed, 0) || '/' || numbers.run || '/' || homes.record || '/' || names.item, shares.n_records
) <= shares.copies
