-- fragments(release, placements := NULL)
-- One row per piece that an attack places: the equal sub-records of a chunk other than the first of a cluster, as often
-- as they occur, or a term of a term chunk, `placements` times, by default k - 1 (DISASSOC 4.2, Algorithms 3 to 5). A
-- sub-record of a shared chunk may be of any cluster of the joint.
--
-- row: one per piece that an attack places
-- column: piece BIGINT: a number for it
-- column: home INTEGER: the cluster or joint cluster that publishes it
-- column: chunk INTEGER: 0 = the term chunk
-- column: items INTEGER[]: ascending
-- column: records BIGINT[]: the equal sub-records, none for a term
-- column: copies BIGINT
-- reads: published
WITH named AS MATERIALIZED (
    SELECT each.item_id, row_number() OVER (ORDER BY each.item) AS by_name
    FROM setrisk.published_item AS each
    WHERE each.release = $release
)
SELECT
    -- By names: an import numbers its items otherwise, and draws and ties must fall alike.
    row_number() OVER (ORDER BY found.home, found.chunk, found.by_name) AS piece,
    found.home,
    found.chunk,
    found.items,
    found.records,
    found.copies
FROM (
    SELECT
        sub_records.home,
        sub_records.chunk,
        sub_records.items,
        sub_records.by_name,
        list_sort(list(sub_records.record)) AS records,
        count(*) AS copies
    FROM (
        SELECT
            shown.cluster AS home,
            shown.chunk,
            shown.record,
            list_sort(list(shown.item_id)) AS items,
            list_sort(list(named.by_name)) AS by_name
        FROM setrisk.chunk_record AS shown
        JOIN named ON named.item_id = shown.item_id
        ANTI JOIN (SELECT each.cluster FROM setrisk.cluster AS each WHERE each.release = $release) AS clusters
            ON clusters.cluster = shown.cluster AND shown.chunk = 1
        WHERE shown.release = $release
        GROUP BY shown.cluster, shown.chunk, shown.record
    ) AS sub_records
    GROUP BY sub_records.home, sub_records.chunk, sub_records.items, sub_records.by_name
    UNION ALL
    SELECT
        terms.cluster AS home,
        0 AS chunk,
        [terms.item_id] AS items,
        [named.by_name] AS by_name,
        CAST([] AS BIGINT[]) AS records,
        coalesce($placements, promised.k - 1) AS copies
    FROM setrisk.term_chunk AS terms
    JOIN named ON named.item_id = terms.item_id
    CROSS JOIN setrisk_internal.promised_support($release) AS promised
    WHERE terms.release = $release
) AS found
