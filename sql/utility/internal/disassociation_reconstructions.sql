-- disassociation_reconstructions(release, runs, seed)
-- One row per run, record of a disassociated release and item that the record gets in it. The sub-records of each chunk
-- fall to as many records of the cluster that publishes it, or of the joint one, at random: to one record each, as they
-- were cut from. Of a term of a term chunk no more is known than that someone of the cluster has it: it falls to one.
--
-- row: one per run, record of a disassociated release and item that the record gets in it
-- column: run BIGINT, >= 1
-- column: record BIGINT: cluster by cluster
-- column: item_id INTEGER: in the release
-- column: weight INTEGER: 1
-- reads: published
WITH records AS MATERIALIZED (
    SELECT listed.cluster, row_number() OVER (ORDER BY listed.cluster, listed.place) AS record
    FROM (
        SELECT each.cluster, unnest(range(1, each.n_records + 1)) AS place
        FROM setrisk.cluster AS each
        WHERE each.release = $release
    ) AS listed
),
runs AS MATERIALIZED (
    SELECT numbers.run, setrisk_internal.check_at_least('seed', $seed, 0) || '/' || numbers.run AS draw
    FROM setrisk_internal.baseline_runs($runs) AS numbers
),
sub_records AS MATERIALIZED (
    SELECT
        shown.home,
        shown.chunk,
        shown.items,
        -- By names: an import numbers its items otherwise, and draws must fall alike.
        row_number() OVER (PARTITION BY shown.home, shown.chunk ORDER BY shown.names) AS place
    FROM (
        SELECT
            each.cluster AS home,
            each.chunk,
            list(each.item_id) AS items,
            list_sort(list(named.item)) AS names
        FROM setrisk.chunk_record AS each
        JOIN setrisk.published_item AS named ON named.item_id = each.item_id AND named.release = each.release
        WHERE each.release = $release
        GROUP BY each.cluster, each.chunk, each.record
    ) AS shown
),
holders AS MATERIALIZED (
    SELECT
        runs.run,
        chunks.home,
        chunks.chunk,
        records.record,
        row_number() OVER (
            PARTITION BY runs.run, chunks.home, chunks.chunk
            ORDER BY md5(runs.draw || '/' || chunks.home || '/' || chunks.chunk || '/' || records.record)
        ) AS place
    FROM (SELECT DISTINCT sub_records.home, sub_records.chunk FROM sub_records) AS chunks
    JOIN setrisk_internal.publishing_clusters($release) AS homes ON homes.home = chunks.home
    JOIN records ON records.cluster = homes.cluster
    CROSS JOIN runs
)
SELECT holders.run, holders.record, unnest(sub_records.items) AS item_id, 1 AS weight
FROM holders
JOIN sub_records
    ON sub_records.home = holders.home AND sub_records.chunk = holders.chunk AND sub_records.place = holders.place
UNION
SELECT
    runs.run,
    clusters.first_record - 1
        + setrisk_internal.drawn_place(runs.draw || '/' || terms.cluster || '/' || named.item, clusters.n_records) AS record,
    terms.item_id,
    1 AS weight
FROM setrisk.term_chunk AS terms
JOIN setrisk.published_item AS named ON named.item_id = terms.item_id AND named.release = terms.release
JOIN (
    SELECT records.cluster, min(records.record) AS first_record, count(*) AS n_records
    FROM records
    GROUP BY records.cluster
) AS clusters ON clusters.cluster = terms.cluster
CROSS JOIN runs
WHERE terms.release = $release
