-- shard_rows(release, shard)
-- What the release of one shard consists of, in rows of one shape, to be put together with those of other shards. Items
-- have the names that were loaded, which are numbers of the whole, and so have the ids of the transactions.
--
-- parameter: shard: its number
-- row: one per row of a published table, of provenance, and of the catalog
-- column: shard INTEGER, >= 0
-- column: kind VARCHAR: cluster, chunk_record, joint_cluster, term_chunk, provenance or release
-- column: cluster INTEGER?, >= 1: the cluster or joint cluster
-- column: chunk INTEGER?, >= 1
-- column: record BIGINT?, >= 1: the sub-record; the inner cluster of a joint one; or the number of records of a cluster
-- column: item_id INTEGER?, >= 1: the item
-- column: tid BIGINT?, >= 1: the transaction
-- column: text VARCHAR?: parameters and marks of the release, as JSON
-- reads: originals
-- duckdb only: to_json
SELECT
    CAST($shard AS INTEGER) AS shard,
    'cluster' AS kind,
    clusters.cluster,
    CAST(NULL AS INTEGER) AS chunk,
    clusters.n_records AS record,
    CAST(NULL AS INTEGER) AS item_id,
    CAST(NULL AS BIGINT) AS tid,
    CAST(NULL AS VARCHAR) AS text
FROM setrisk.cluster AS clusters
WHERE clusters.release = $release
UNION ALL
SELECT
    $shard,
    'chunk_record',
    entries.publishing_cluster,
    entries.chunk,
    entries.sub_record,
    CAST(names.item AS INTEGER),
    NULL,
    NULL
FROM setrisk.chunk_record AS entries
JOIN setrisk.published_item AS names ON names.item_id = entries.item_id AND names.release = $release
WHERE entries.release = $release
UNION ALL
SELECT $shard, 'joint_cluster', joints.joint, NULL, joints.cluster, NULL, NULL, NULL
FROM setrisk.joint_cluster AS joints
WHERE joints.release = $release
UNION ALL
SELECT $shard, 'term_chunk', terms.cluster, NULL, NULL, CAST(names.item AS INTEGER), NULL, NULL
FROM setrisk.term_chunk AS terms
JOIN setrisk.published_item AS names ON names.item_id = terms.item_id AND names.release = $release
WHERE terms.release = $release
UNION ALL
SELECT $shard, 'provenance', origin.cluster, origin.chunk, origin.record, NULL, CAST(ids.id AS BIGINT), NULL
FROM setrisk_private.provenance AS origin
JOIN setrisk.release AS releases ON releases.release = origin.release
JOIN setrisk_private.transaction_id AS ids ON ids.tid = origin.tid AND ids.dataset = releases.dataset
WHERE origin.release = $release
UNION ALL
SELECT
    $shard,
    'release',
    NULL,
    NULL,
    NULL,
    NULL,
    NULL,
    CAST(to_json({'parameters': releases.parameters, 'marks': releases.marks}) AS VARCHAR)
FROM setrisk.release AS releases
WHERE releases.release = $release
