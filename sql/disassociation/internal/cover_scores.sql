-- cover_scores(release, anchors := NULL)
-- How well each fragment fits each anchor set that it may belong to, by what most anchors of its cluster hold, and by
-- nothing that is known of items: how many items of the anchor a record of the cluster has, on average. An item that
-- all anchors hold is certainly with the fragment, whichever record that is from.
--
-- row: one per fragment and anchor set
-- column: fragment BIGINT
-- column: publishing_cluster INTEGER, >= 1: cluster or joint cluster that publishes the fragment
-- column: chunk INTEGER, >= 0: 0 is the term chunk
-- column: copies BIGINT: anchors that the fragment is to be placed on
-- column: cluster INTEGER, >= 1
-- column: anchor_set BIGINT
-- column: anchors BIGINT, >= 1: how many anchors the set has
-- column: fit DOUBLE: higher is better
-- reads: published
WITH anchor_sets AS MATERIALIZED (
    SELECT anchors.cluster, anchors.anchor_set, anchors.items, count(*) AS anchors
    FROM setrisk_internal.anchors($release) AS anchors
    GROUP BY anchors.cluster, anchors.anchor_set, anchors.items
),
anchor_items AS MATERIALIZED (
    SELECT anchor_sets.cluster, anchor_sets.anchor_set, anchor_sets.anchors, unnest(anchor_sets.items) AS item_id
    FROM anchor_sets
),
shares AS (
    SELECT anchor_items.cluster, anchor_items.item_id, sum(anchor_items.anchors) / max(clusters.n_records) AS share
    FROM anchor_items
    JOIN setrisk.cluster AS clusters ON clusters.release = $release AND clusters.cluster = anchor_items.cluster
    GROUP BY anchor_items.cluster, anchor_items.item_id
),
fits AS MATERIALIZED (
    -- Rounded, so that equal sums that were added up in another order are ties.
    SELECT
        anchor_items.cluster,
        anchor_items.anchor_set,
        anchor_items.anchors,
        setrisk_internal.rounded(sum(shares.share), 1000000000000) AS fit
    FROM anchor_items
    JOIN shares ON shares.cluster = anchor_items.cluster AND shares.item_id = anchor_items.item_id
    GROUP BY anchor_items.cluster, anchor_items.anchor_set, anchor_items.anchors
)
SELECT
    fragments.fragment,
    fragments.publishing_cluster,
    fragments.chunk,
    fragments.copies,
    fits.cluster,
    fits.anchor_set,
    fits.anchors,
    fits.fit
FROM setrisk_internal.fragments($release, anchors := $anchors) AS fragments
JOIN setrisk_internal.publishing_clusters($release) AS publishers
    ON publishers.publishing_cluster = fragments.publishing_cluster
JOIN fits ON fits.cluster = publishers.cluster
