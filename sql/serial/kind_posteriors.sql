-- kind_posteriors(series, release := NULL)
-- One row per unit, kind of its records (those in the same overlaps) and private term of the unit: what an adversary
-- believes before and after the other releases (SANONY 2.3.1).
-- scope VARCHAR; release VARCHAR; cluster INTEGER; seen STRUCT(...)[]: the kind; item
-- VARCHAR; prior, posterior DOUBLE in [0, 1]; population_rate DOUBLE; serial_risk DOUBLE: posterior / population_rate;
-- through STRUCT(position INTEGER, cluster INTEGER, via_position INTEGER, via_cluster INTEGER): the evidence that raises
-- the belief most, NULL where none does
-- internal
WITH kinds AS MATERIALIZED (
    SELECT DISTINCT each.scope, each.release, each.cluster, each.seen
    FROM setrisk.record_kinds($series, release := $release) AS each
),
terms AS MATERIALIZED (
    SELECT
        scopes.scope, each.release, each.cluster, each.n_records, each.item, each.copies, each.population_rate
    FROM setrisk.unit_terms($series) AS each
    JOIN (
        SELECT 'cluster' AS scope, 'cluster' AS held
        UNION ALL
        SELECT 'transitive' AS scope, 'cluster' AS held
        UNION ALL
        SELECT 'global' AS scope, 'global' AS held
    ) AS scopes ON scopes.held = each.scope
    WHERE $release IS NULL OR each.release = $release
),
-- A range that leaves all that the unit itself allows tells nothing (SANONY Lemma 3), as does one that is empty.
telling AS MATERIALIZED (
    SELECT
        each.scope,
        each.release,
        each.cluster,
        each.item,
        each.other,
        each.common,
        greatest(each.own_lo, each.other_lo) AS lo,
        least(each.own_hi, each.other_hi) AS hi
    FROM setrisk.evidence($series, release := $release) AS each
    WHERE greatest(each.own_lo, each.other_lo) <= least(each.own_hi, each.other_hi)
        AND (each.other_lo > each.own_lo OR each.other_hi < each.own_hi)
),
covers AS (
    SELECT
        kinds.scope,
        kinds.release,
        kinds.cluster,
        kinds.seen,
        telling.item,
        list_sort(list({
            'other': telling.other,
            'size': telling.common,
            'lo': telling.lo,
            'hi': telling.hi,
            'inside': CASE
                WHEN list_contains(kinds.seen, {'other': telling.other, 'all_inside': true}) THEN true
                WHEN NOT list_contains(kinds.seen, {'other': telling.other, 'all_inside': false}) THEN false
            END
        })) AS overlaps
    FROM kinds
    JOIN telling
        ON telling.scope = kinds.scope AND telling.release = kinds.release AND telling.cluster = kinds.cluster
    GROUP BY kinds.scope, kinds.release, kinds.cluster, kinds.seen, telling.item
),
believed AS MATERIALIZED (
    SELECT
        covers.scope,
        covers.release,
        covers.cluster,
        covers.seen,
        covers.item,
        covers.overlaps,
        _setrisk_posterior_v1(
            terms.copies,
            terms.n_records,
            CAST(list_transform(
                covers.overlaps,
                lambda each: {'size': each.size, 'lo': each.lo, 'hi': each.hi, 'inside': each.inside}
            ) AS STRUCT(size BIGINT, lo BIGINT, hi BIGINT, inside BOOLEAN)[])
        ) AS found
    FROM covers
    JOIN terms
        ON terms.scope = covers.scope AND terms.release = covers.release AND terms.cluster = covers.cluster
        AND terms.item = covers.item
)
SELECT
    kinds.scope,
    kinds.release,
    kinds.cluster,
    kinds.seen,
    terms.item,
    terms.copies / terms.n_records AS prior,
    coalesce(believed.found.posterior, terms.copies / terms.n_records) AS posterior,
    terms.population_rate,
    coalesce(believed.found.posterior, terms.copies / terms.n_records) / terms.population_rate AS serial_risk,
    believed.overlaps[believed.found.through + 1].other AS through
FROM kinds
JOIN terms ON terms.scope = kinds.scope AND terms.release = kinds.release AND terms.cluster = kinds.cluster
LEFT JOIN believed
    ON believed.scope = kinds.scope AND believed.release = kinds.release AND believed.cluster = kinds.cluster
    AND believed.seen = kinds.seen AND believed.item = terms.item
