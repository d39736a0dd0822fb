-- copy_ranges(series, release := NULL)
-- How many copies of a sensitive item the records of an overlap can have, by each side alone and by both sides
-- together.
--
-- parameter: release: a release of the series; all of them if it is NULL
-- row: one per overlap and sensitive item that either side holds
-- column: scope VARCHAR: cluster or global
-- column: release VARCHAR
-- column: cluster BIGINT, >= 0: 0 for the whole release
-- column: n_records BIGINT, records, > 0
-- column: other_position BIGINT, >= 1
-- column: other_release VARCHAR
-- column: other_cluster BIGINT, >= 0
-- column: common BIGINT, records, > 0: records of the overlap
-- column: item VARCHAR
-- column: copies BIGINT, copies, >= 0: what the unit holds
-- column: other_copies BIGINT, copies, >= 0: what the other side holds
-- column: own_lo BIGINT, copies, >= 0: the fewest, by the unit alone
-- column: own_hi BIGINT, copies, >= 0: the most, by the unit alone
-- column: other_lo BIGINT, copies, >= 0: the fewest, by the other side alone
-- column: other_hi BIGINT, copies, >= 0: the most, by the other side alone
-- column: lo BIGINT, copies, >= 0: the fewest, by both; lo > hi if the sides contradict each other
-- column: hi BIGINT, copies, >= 0: the most, by both
-- checks: known_series($series, release := $release)
-- reads: published
-- source: SANONY Definition 5, Proposition 1
WITH sizes AS MATERIALIZED (
    SELECT units.scope, units.release, units.cluster, units.n_records
    FROM setrisk_internal.linkage_units($series) AS units
),
terms AS MATERIALIZED (
    SELECT unit_terms.scope, unit_terms.release, unit_terms.cluster, unit_terms.item, unit_terms.copies
    FROM setrisk_internal.linkage_unit_terms($series) AS unit_terms
),
pairs AS MATERIALIZED (
    SELECT
        unit_pairs.scope,
        unit_pairs.release,
        unit_pairs.cluster,
        sizes.n_records,
        unit_pairs.other_position,
        unit_pairs.other_release,
        unit_pairs.other_cluster,
        other_sizes.n_records AS other_records,
        unit_pairs.common
    FROM setrisk_internal.linkage_unit_overlaps($series, release := $release) AS unit_pairs
    JOIN sizes
        ON sizes.scope = unit_pairs.scope AND sizes.release = unit_pairs.release AND sizes.cluster = unit_pairs.cluster
    JOIN sizes AS other_sizes
        ON other_sizes.scope = unit_pairs.scope AND other_sizes.release = unit_pairs.other_release
        AND other_sizes.cluster = unit_pairs.other_cluster
)
SELECT
    ranges.scope,
    ranges.release,
    ranges.cluster,
    ranges.n_records,
    ranges.other_position,
    ranges.other_release,
    ranges.other_cluster,
    ranges.common,
    ranges.item,
    ranges.copies,
    ranges.other_copies,
    ranges.own_range.lo AS own_lo,
    ranges.own_range.hi AS own_hi,
    ranges.other_range.lo AS other_lo,
    ranges.other_range.hi AS other_hi,
    greatest(ranges.own_range.lo, ranges.other_range.lo) AS lo,
    least(ranges.own_range.hi, ranges.other_range.hi) AS hi
FROM (
    SELECT
        sides.scope,
        sides.release,
        sides.cluster,
        sides.n_records,
        sides.other_position,
        sides.other_release,
        sides.other_cluster,
        sides.common,
        sides.item,
        CAST(sum(sides.copies) AS BIGINT) AS copies,
        CAST(sum(sides.other_copies) AS BIGINT) AS other_copies,
        setrisk.copy_range(CAST(sum(sides.copies) AS BIGINT), sides.n_records, sides.common) AS own_range,
        setrisk.copy_range(CAST(sum(sides.other_copies) AS BIGINT), sides.other_records, sides.common) AS other_range
    FROM (
        SELECT
            pairs.scope, pairs.release, pairs.cluster, pairs.n_records, pairs.other_position, pairs.other_release,
            pairs.other_cluster, pairs.other_records, pairs.common, terms.item, terms.copies, 0 AS other_copies
        FROM pairs
        JOIN terms ON terms.scope = pairs.scope AND terms.release = pairs.release AND terms.cluster = pairs.cluster
        UNION ALL
        SELECT
            pairs.scope, pairs.release, pairs.cluster, pairs.n_records, pairs.other_position, pairs.other_release,
            pairs.other_cluster, pairs.other_records, pairs.common, terms.item, 0 AS copies,
            terms.copies AS other_copies
        FROM pairs
        JOIN terms
            ON terms.scope = pairs.scope AND terms.release = pairs.other_release AND terms.cluster = pairs.other_cluster
    ) AS sides
    GROUP BY
        sides.scope, sides.release, sides.cluster, sides.n_records, sides.other_position, sides.other_release,
        sides.other_cluster, sides.other_records, sides.common, sides.item
) AS ranges
