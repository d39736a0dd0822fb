-- remedies(series, release, slack := 0, transitive := true)
-- The smallest changes of a release that bring the highest belief about a sensitive item down to what the release
-- allows: counterfeits without the term (SANONY Definition 17, FP2); fewer copies of it, moved from the cluster to the
-- global bag or left out; or more copies elsewhere in the release, with a counterfeit each, which make the term more
-- common. Any one of the three is enough.
--
-- parameter: slack: how far below the allowed belief to go, as a fraction of it
-- parameter: transitive: whether to look for transitive composition too, which takes longest
-- row: one per unit of the release and sensitive item that puts records of it at risk
-- column: scope VARCHAR: cluster, transitive or global
-- column: cluster BIGINT, >= 0: 0 for the whole release
-- column: item VARCHAR
-- column: posterior DOUBLE, fraction, 0 to 1: the highest belief in the unit
-- column: allowed_belief DOUBLE, > 0: the highest belief that the release allows
-- column: counterfeits BIGINT?, counterfeits, >= 0: without the term; NULL if no number up to the release's size is
--     enough
-- column: fewer_copies BIGINT?, copies, >= 0: NULL if no number is enough
-- column: more_copies BIGINT?, copies, >= 0: NULL if no number up to the release's size is enough
-- checks: known_series($series, release := coalesce($release, 'NULL'))
-- reads: published
-- source: SANONY Definition 17
WITH derived_sets AS MATERIALIZED (
    SELECT sets.*
    FROM setrisk_internal.derived_sets($series, release := $release) AS sets
    WHERE $transitive
),
class_records AS MATERIALIZED (
    SELECT class_records.*
    FROM setrisk_internal.equivalence_classes($series, $release, 'derived_sets') AS class_records
),
beliefs AS MATERIALIZED (
    SELECT
        promises.scope, promises.cluster, min(promises.equivalence_class) AS equivalence_class, promises.item,
        promises.posterior, promises.allowed_belief
    FROM (
        SELECT
            promises.scope,
            promises.cluster,
            promises.equivalence_class,
            promises.item,
            promises.posterior,
            promises.allowed_belief,
            rank() OVER (
                PARTITION BY promises.scope, promises.cluster, promises.item ORDER BY promises.posterior DESC
            ) AS place
        FROM setrisk_internal.broken_promises(
            $series, $release, 'derived_sets', 'class_records'
        ) AS promises
    ) AS promises
    WHERE promises.place = 1
    GROUP BY promises.scope, promises.cluster, promises.item, promises.posterior, promises.allowed_belief
),
meetings AS MATERIALIZED (
    SELECT
        classes.scope, classes.cluster, classes.equivalence_class, classes.evidence.other AS other,
        classes.evidence.all_inside AS all_inside
    FROM (
        SELECT
            class_records.scope, class_records.cluster, class_records.equivalence_class,
            unnest(class_records.seen) AS evidence
        FROM class_records
        WHERE class_records.record = class_records.equivalence_class
    ) AS classes
),
covers AS (
    SELECT
        beliefs.scope,
        beliefs.cluster,
        beliefs.equivalence_class,
        beliefs.item,
        beliefs.posterior,
        beliefs.allowed_belief,
        list({
            'size': ranges.common,
            'lo': ranges.other_lo,
            'hi': ranges.other_hi,
            'inside': CASE WHEN meetings.all_inside THEN true WHEN meetings.all_inside IS NULL THEN false END
        }) FILTER (WHERE ranges.common IS NOT NULL) AS overlaps
    FROM beliefs
    LEFT JOIN setrisk_internal.overlap_evidence($series, $release, 'derived_sets') AS ranges
        ON ranges.scope = beliefs.scope AND ranges.cluster = beliefs.cluster AND ranges.item = beliefs.item
    LEFT JOIN meetings
        ON meetings.scope = beliefs.scope AND meetings.cluster = beliefs.cluster
        AND meetings.equivalence_class = beliefs.equivalence_class
        AND meetings.other = ranges.other
    GROUP BY
        beliefs.scope, beliefs.cluster, beliefs.equivalence_class, beliefs.item, beliefs.posterior,
        beliefs.allowed_belief
),
needs AS (
    SELECT
        covers.scope,
        covers.cluster,
        covers.item,
        covers.posterior,
        covers.allowed_belief,
        _setrisk_remedy_v1(
            terms.copies,
            terms.n_records,
            CAST(coalesce(covers.overlaps, []) AS STRUCT(size BIGINT, lo BIGINT, hi BIGINT, inside BOOLEAN)[]),
            covers.allowed_belief * (1 - $slack),
            terms.population_rate,
            sizes.n_records,
            covers.scope = 'global'
        ) AS remedy
    FROM covers
    JOIN setrisk_internal.linkage_unit_terms($series) AS terms
        ON terms.release = $release AND terms.scope = CASE WHEN covers.scope = 'global' THEN 'global' ELSE 'cluster' END
        AND terms.cluster = covers.cluster AND terms.item = covers.item
    JOIN setrisk_internal.linkage_units($series) AS sizes ON sizes.release = $release AND sizes.scope = 'global'
)
SELECT
    needs.scope,
    needs.cluster,
    needs.item,
    needs.posterior,
    needs.allowed_belief,
    needs.remedy.counterfeits AS counterfeits,
    needs.remedy.fewer_copies AS fewer_copies,
    needs.remedy.more_copies AS more_copies
FROM needs
