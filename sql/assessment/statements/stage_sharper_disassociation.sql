-- stage_sharper_disassociation(release, method, reconstructions, seed)
-- Stage reconstructions of a release in chunks as the sharper adversary puts them together, who has attacked it by what
-- it publishes: sub-records and terms are in the records of the anchors that the attack places them on. What it places
-- nowhere, since there are not enough anchors, is drawn at random, sub-records of a chunk in records of their own.
--
-- parameter: method: the attack, as in setrisk.reassociations
-- parameter: reconstructions: how many to draw
-- parameter: seed: seed of the draws
-- stages: _setrisk_drawn_entry(reconstruction, record, item, weight): the reconstructions
-- reads:  published
CREATE OR REPLACE TEMP TABLE _setrisk_drawn_entry AS
WITH records AS MATERIALIZED (
    SELECT numbers.cluster, numbers.place, numbers.record
    FROM setrisk_internal.cluster_records($release) AS numbers
),
anchors AS MATERIALIZED (
    -- The first records of each cluster are those with anchors.
    SELECT anchors.cluster, anchors.anchor, records.record, anchors.items
    FROM (
        SELECT
            anchors.cluster,
            anchors.anchor,
            anchors.items,
            row_number() OVER (PARTITION BY anchors.cluster ORDER BY anchors.anchor) AS place
        FROM setrisk_internal.anchors($release) AS anchors
    ) AS anchors
    JOIN records ON records.cluster = anchors.cluster AND records.place = anchors.place
),
placements AS MATERIALIZED (
    SELECT
        placements.publishing_cluster,
        placements.chunk,
        placements.sub_record,
        placements.items,
        anchors.record
    FROM setrisk.reassociations($release, $method) AS placements
    JOIN anchors ON anchors.cluster = placements.cluster AND anchors.anchor = placements.anchor
),
fragments AS MATERIALIZED (
    SELECT
        sub_records.publishing_cluster,
        sub_records.chunk,
        sub_records.sub_record,
        list_sort(list(names.item)) AS items
    FROM setrisk.chunk_record AS sub_records
    JOIN setrisk.published_item AS names ON names.release = $release AND names.item_id = sub_records.item_id
    ANTI JOIN anchors ON anchors.cluster = sub_records.publishing_cluster AND sub_records.chunk = 1
    WHERE sub_records.release = $release
    GROUP BY sub_records.publishing_cluster, sub_records.chunk, sub_records.sub_record
    UNION ALL
    SELECT terms.cluster AS publishing_cluster, 0 AS chunk, CAST(NULL AS BIGINT) AS sub_record, [names.item] AS items
    FROM setrisk.term_chunk AS terms
    JOIN setrisk.published_item AS names ON names.release = $release AND names.item_id = terms.item_id
    WHERE terms.release = $release
),
left_fragments AS MATERIALIZED (
    SELECT
        fragments.publishing_cluster,
        fragments.chunk,
        fragments.items,
        row_number() OVER (
            PARTITION BY fragments.publishing_cluster, fragments.chunk ORDER BY fragments.items, fragments.sub_record
        ) AS place
    FROM fragments
    ANTI JOIN placements
        ON placements.publishing_cluster = fragments.publishing_cluster AND placements.chunk = fragments.chunk
            AND placements.sub_record IS NOT DISTINCT FROM fragments.sub_record AND placements.items = fragments.items
),
numbers AS MATERIALIZED (
    SELECT numbers.draw AS reconstruction
    FROM setrisk_internal.numbered_draws('reconstructions', $reconstructions) AS numbers
),
holders AS MATERIALIZED (
    SELECT
        numbers.reconstruction,
        chunks.publishing_cluster,
        chunks.chunk,
        records.record,
        row_number() OVER (
            PARTITION BY numbers.reconstruction, chunks.publishing_cluster, chunks.chunk
            ORDER BY md5(
                $seed || '/' || numbers.reconstruction || '/' || chunks.publishing_cluster || '/' || chunks.chunk
                || '/' || records.record
            )
        ) AS place
    FROM (
        SELECT DISTINCT left_fragments.publishing_cluster, left_fragments.chunk
        FROM left_fragments
        WHERE left_fragments.chunk > 0
    ) AS chunks
    JOIN setrisk_internal.publishing_clusters($release) AS publishers
        ON publishers.publishing_cluster = chunks.publishing_cluster
    JOIN records ON records.cluster = publishers.cluster
    CROSS JOIN numbers
)
SELECT DISTINCT entries.reconstruction, entries.record, entries.item, CAST(1 AS BIGINT) AS weight
FROM (
    SELECT numbers.reconstruction, known_entries.record, known_entries.item
    FROM (
        SELECT anchor_entries.record, names.item
        FROM (SELECT anchors.record, unnest(anchors.items) AS item_id FROM anchors) AS anchor_entries
        JOIN setrisk.published_item AS names ON names.release = $release AND names.item_id = anchor_entries.item_id
        UNION ALL
        SELECT placements.record, unnest(placements.items) AS item
        FROM placements
    ) AS known_entries
    CROSS JOIN numbers
    UNION ALL
    SELECT holders.reconstruction, holders.record, unnest(left_fragments.items) AS item
    FROM holders
    JOIN left_fragments
        ON left_fragments.publishing_cluster = holders.publishing_cluster AND left_fragments.chunk = holders.chunk
            AND left_fragments.place = holders.place
    UNION ALL
    SELECT
        numbers.reconstruction,
        clusters.first_record - 1
            + setrisk_internal.drawn_place(
                $seed || '/' || numbers.reconstruction || '/' || terms.publishing_cluster || '/' || terms.items[1],
                clusters.n_records
            ) AS record,
        terms.items[1] AS item
    FROM (SELECT left_fragments.* FROM left_fragments WHERE left_fragments.chunk = 0) AS terms
    JOIN (
        SELECT records.cluster, min(records.record) AS first_record, count(*) AS n_records
        FROM records
        GROUP BY records.cluster
    ) AS clusters ON clusters.cluster = terms.publishing_cluster
    CROSS JOIN numbers
) AS entries
