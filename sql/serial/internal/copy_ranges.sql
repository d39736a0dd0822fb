-- copy_ranges(series, release := NULL)
-- One row per overlap and private term that either side holds: how many copies the records of the overlap may have, by
-- the one side, by the other, and by both (SANONY Definition 5 and Proposition 1). An error where there is no series of
-- that name, or it has no such release.
--
-- row: one per overlap and private term that either side holds
-- column: scope VARCHAR
-- column: release VARCHAR
-- column: cluster BIGINT
-- column: n_records BIGINT
-- column: other_position BIGINT
-- column: other_release VARCHAR
-- column: other_cluster BIGINT
-- column: common BIGINT: records of the overlap
-- column: item VARCHAR
-- column: copies BIGINT: what the one and the other hold
-- column: other_copies BIGINT: what the one and the other hold
-- column: own_lo BIGINT: by one side alone
-- column: own_hi BIGINT: by one side alone
-- column: other_lo BIGINT: by one side alone
-- column: other_hi BIGINT: by one side alone
-- column: lo BIGINT: by both, lo > hi where they contradict each other, which tells nothing
-- column: hi BIGINT: by both, lo > hi where they contradict each other, which tells nothing
-- checks: known_series($series, release := $release)
-- reads: published
WITH sizes AS MATERIALIZED (
    SELECT each.scope, each.release, each.cluster, each.n_records FROM setrisk_internal.linkage_units($series) AS each
),
terms AS MATERIALIZED (
    SELECT each.scope, each.release, each.cluster, each.item, each.copies FROM setrisk_internal.linkage_unit_terms($series) AS each
),
pairs AS MATERIALIZED (
    SELECT
        shared.scope,
        shared.release,
        shared.cluster,
        own.n_records,
        shared.other_position,
        shared.other_release,
        shared.other_cluster,
        others.n_records AS other_records,
        shared.common
    FROM setrisk_internal.linkage_unit_overlaps($series, release := $release) AS shared
    JOIN sizes AS own
        ON own.scope = shared.scope AND own.release = shared.release AND own.cluster = shared.cluster
    JOIN sizes AS others
        ON others.scope = shared.scope AND others.release = shared.other_release AND others.cluster = shared.other_cluster
)
SELECT
    pair.scope,
    pair.release,
    pair.cluster,
    pair.n_records,
    pair.other_position,
    pair.other_release,
    pair.other_cluster,
    pair.common,
    pair.item,
    pair.copies,
    pair.other_copies,
    pair.own.lo AS own_lo,
    pair.own.hi AS own_hi,
    pair.other.lo AS other_lo,
    pair.other.hi AS other_hi,
    greatest(pair.own.lo, pair.other.lo) AS lo,
    least(pair.own.hi, pair.other.hi) AS hi
FROM (
    SELECT
        held.scope,
        held.release,
        held.cluster,
        held.n_records,
        held.other_position,
        held.other_release,
        held.other_cluster,
        held.common,
        held.item,
        CAST(sum(held.copies) AS BIGINT) AS copies,
        CAST(sum(held.other_copies) AS BIGINT) AS other_copies,
        setrisk.copy_range(CAST(sum(held.copies) AS BIGINT), held.n_records, held.common) AS own,
        setrisk.copy_range(CAST(sum(held.other_copies) AS BIGINT), held.other_records, held.common) AS other
    FROM (
        SELECT
            pairs.scope, pairs.release, pairs.cluster, pairs.n_records, pairs.other_position, pairs.other_release,
            pairs.other_cluster, pairs.other_records, pairs.common, terms.item, terms.copies, 0 AS other_copies
        FROM pairs
        JOIN terms ON terms.scope = pairs.scope AND terms.release = pairs.release AND terms.cluster = pairs.cluster
        UNION ALL
        SELECT
            pairs.scope, pairs.release, pairs.cluster, pairs.n_records, pairs.other_position, pairs.other_release,
            pairs.other_cluster, pairs.other_records, pairs.common, terms.item, 0 AS copies, terms.copies AS other_copies
        FROM pairs
        JOIN terms
            ON terms.scope = pairs.scope AND terms.release = pairs.other_release AND terms.cluster = pairs.other_cluster
    ) AS held
    GROUP BY
        held.scope, held.release, held.cluster, held.n_records, held.other_position, held.other_release,
        held.other_cluster, held.other_records, held.common, held.item
) AS pair
