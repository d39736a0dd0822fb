-- remedies(series, release, slack := 0)
-- One row per unit of a release and private term that puts records of it at risk, with the smallest changes of which each
-- brings the belief down to what the release promises, less a share `slack` of that: counterfeits without the term that are added to the unit (SANONY
-- Definition 17, FP2); fewer copies of the term: moved from the cluster to the global bag, or left out of the release; or
-- more copies of it elsewhere in the release, with a counterfeit each, which make it more common.
-- An error where there is no series of that name, or it has no such release.
-- scope VARCHAR: cluster, transitive or global; cluster INTEGER: 0 for the whole release; item VARCHAR; posterior, allowed
-- DOUBLE: the highest belief in the unit, and what is promised; counterfeits, fewer_copies, more_copies BIGINT: NULL where
-- no number of the kind helps, up to the release's size
WITH believed AS MATERIALIZED (
    SELECT each.scope, each.cluster, each.seen, each.item, each.posterior, each.allowed
    FROM setrisk.broken_promises($series, release := $release) AS each
),
ranges AS MATERIALIZED (
    SELECT each.scope, each.cluster, each.item, each.other, each.common, each.other_lo, each.other_hi
    FROM setrisk.evidence($series, release := $release) AS each
    SEMI JOIN believed
        ON believed.scope = each.scope AND believed.cluster = each.cluster AND believed.item = each.item
),
covers AS (
    SELECT
        believed.scope,
        believed.cluster,
        believed.seen,
        believed.item,
        believed.posterior,
        believed.allowed,
        list({
            'size': ranges.common,
            'lo': ranges.other_lo,
            'hi': ranges.other_hi,
            'inside': CASE
                WHEN list_contains(believed.seen, {'other': ranges.other, 'all_inside': true}) THEN true
                WHEN NOT list_contains(believed.seen, {'other': ranges.other, 'all_inside': false}) THEN false
            END
        }) FILTER (WHERE ranges.common IS NOT NULL) AS overlaps
    FROM believed
    LEFT JOIN ranges
        ON ranges.scope = believed.scope AND ranges.cluster = believed.cluster AND ranges.item = believed.item
    GROUP BY
        believed.scope, believed.cluster, believed.seen, believed.item, believed.posterior, believed.allowed
),
needed AS (
    SELECT
        covers.scope,
        covers.cluster,
        covers.item,
        covers.posterior,
        covers.allowed,
        _setrisk_remedy_v1(
            terms.copies,
            terms.n_records,
            CAST(coalesce(covers.overlaps, []) AS STRUCT(size BIGINT, lo BIGINT, hi BIGINT, inside BOOLEAN)[]),
            covers.allowed * (1 - $slack),
            terms.population_rate,
            whole.n_records,
            covers.scope = 'global'
        ) AS remedy
    FROM covers
    JOIN setrisk.unit_terms($series) AS terms
        ON terms.release = $release AND terms.scope = CASE WHEN covers.scope = 'global' THEN 'global' ELSE 'cluster' END
        AND terms.cluster = covers.cluster AND terms.item = covers.item
    JOIN setrisk.units($series) AS whole ON whole.release = $release AND whole.scope = 'global'
)
SELECT
    needed.scope,
    needed.cluster,
    needed.item,
    max(needed.posterior) AS posterior,
    max(needed.allowed) AS allowed,
    CASE WHEN count(*) = count(needed.remedy.counterfeits) THEN max(needed.remedy.counterfeits) END AS counterfeits,
    max(needed.remedy.fewer_copies) AS fewer_copies,
    CASE WHEN count(*) = count(needed.remedy.more_copies) THEN max(needed.remedy.more_copies) END AS more_copies
FROM needed
GROUP BY needed.scope, needed.cluster, needed.item
UNION ALL  -- no row, but the error for a name that is not known; constants would be optimised away with it
SELECT
    known.series, length(known.series), known.series, length(known.series), length(known.series), length(known.series),
    length(known.series), length(known.series)
FROM setrisk.known_series($series, release := $release) AS known
WHERE known.series IS NULL
