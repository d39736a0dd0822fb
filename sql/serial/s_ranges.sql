-- s_ranges(series, release := NULL)
-- One row per overlap and private term that either side holds: how many copies the records of the overlap may have, by the
-- one side, by the other, and by both (SANONY Definition 5 and Proposition 1).
-- An error where there is no series of that name, or it has no such release.
-- scope VARCHAR; release VARCHAR; cluster INTEGER; n_records BIGINT; other_position INTEGER; other_release VARCHAR;
-- other_cluster INTEGER; common BIGINT: records of the overlap; item VARCHAR; copies, other_copies BIGINT: what the one and
-- the other hold; own_lo, own_hi, other_lo, other_hi BIGINT: by one side alone; lo, hi BIGINT: by both, lo > hi where they
-- contradict each other, which tells nothing
WITH sizes AS MATERIALIZED (
    SELECT each.scope, each.release, each.cluster, each.n_records FROM setrisk.units($series) AS each
),
terms AS MATERIALIZED (
    SELECT each.scope, each.release, each.cluster, each.item, each.copies FROM setrisk.unit_terms($series) AS each
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
    FROM setrisk.unit_overlaps($series, release := $release) AS shared
    JOIN sizes AS own
        ON own.scope = shared.scope AND own.release = shared.release AND own.cluster = shared.cluster
    JOIN sizes AS others
        ON others.scope = shared.scope AND others.release = shared.other_release AND others.cluster = shared.other_cluster
)
SELECT
    both.scope,
    both.release,
    both.cluster,
    both.n_records,
    both.other_position,
    both.other_release,
    both.other_cluster,
    both.common,
    both.item,
    both.copies,
    both.other_copies,
    both.own.lo AS own_lo,
    both.own.hi AS own_hi,
    both.other.lo AS other_lo,
    both.other.hi AS other_hi,
    greatest(both.own.lo, both.other.lo) AS lo,
    least(both.own.hi, both.other.hi) AS hi
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
        setrisk.s_range(CAST(sum(held.copies) AS BIGINT), held.n_records, held.common) AS own,
        setrisk.s_range(CAST(sum(held.other_copies) AS BIGINT), held.other_records, held.common) AS other
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
) AS both
UNION ALL  -- no row, but the error for a name that is not known; constants would be optimised away with it
SELECT
    known.series, known.series, length(known.series), length(known.series), length(known.series), known.series,
    length(known.series), length(known.series), known.series, length(known.series), length(known.series),
    length(known.series), length(known.series), length(known.series), length(known.series), length(known.series),
    length(known.series)
FROM setrisk.known_series($series, release := $release) AS known
WHERE known.series IS NULL
