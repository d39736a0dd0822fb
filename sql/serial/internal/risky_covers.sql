-- risky_covers(series, release)
-- All evidence about the units and sensitive items that put records at risk, and which parts of it depend on the
-- release that may be changed. It is the input of the kernels that needed_changes calls.
--
-- parameter: release: the last release of the series, which may still be changed
-- row: one per unit of any release of the series and sensitive item that puts records of it at risk
-- column: unit VARCHAR: cluster or global
-- column: release VARCHAR
-- column: cluster INTEGER, >= 0: 0 for the whole release
-- column: item VARCHAR
-- column: allowed_belief DOUBLE, > 0: the highest belief that its release allows
-- column: copies BIGINT, copies, >= 1: copies in the unit
-- column: n_records BIGINT, records, > 0: records of the unit
-- column: evidence STRUCT(size BIGINT, lo BIGINT, hi BIGINT, derived BOOLEAN, leaning BOOLEAN, "cluster" INTEGER, held
--     BIGINT, n_records BIGINT)[]: the overlaps, as Evidence in udf/serial/changes.py
-- column: classes VARCHAR[][]: for each class of its records, whether they are inside each overlap
-- column: held_copies BIGINT, copies, >= 0: the unit's own copies without its share of the bag, if it belongs to the
--     release; 0 otherwise
-- column: release_copies BIGINT, copies, >= 0: copies of the term in the release that may be changed
-- column: in_bag BIGINT, copies, >= 0: those in its global bag
-- column: release_records BIGINT, records, > 0: its records
-- reads: published
-- duckdb only: lists in an order
WITH derived_sets AS MATERIALIZED (
    SELECT sets.*
    FROM setrisk_internal.derived_sets($series) AS sets
),
class_records AS MATERIALIZED (
    SELECT class_records.*
    FROM setrisk_internal.equivalence_classes($series, NULL, 'derived_sets') AS class_records
),
risks AS MATERIALIZED (
    SELECT
        CASE WHEN promises.scope = 'global' THEN 'global' ELSE 'cluster' END AS unit,
        promises.release,
        promises.cluster,
        promises.item,
        min(promises.allowed_belief) AS allowed_belief
    FROM setrisk_internal.broken_promises($series, NULL, 'derived_sets', 'class_records') AS promises
    GROUP BY
        CASE WHEN promises.scope = 'global' THEN 'global' ELSE 'cluster' END,
        promises.release,
        promises.cluster,
        promises.item
),
classes AS MATERIALIZED (
    SELECT
        CASE WHEN class_records.scope = 'global' THEN 'global' ELSE 'cluster' END AS unit,
        class_records.scope,
        class_records.release,
        class_records.cluster,
        class_records.equivalence_class,
        class_records.seen
    FROM class_records
    WHERE class_records.record = class_records.equivalence_class
),
-- The evidence of the scope transitive includes that of the scope cluster, so it is taken if there is any.
scopes AS MATERIALIZED (
    SELECT classes.unit, classes.release, classes.cluster, max(classes.scope) AS scope
    FROM classes
    GROUP BY classes.unit, classes.release, classes.cluster
),
release_units AS MATERIALIZED (
    SELECT units.scope AS unit, units.position, units.cluster, units.n_records, units.release_records
    FROM setrisk_internal.linkage_units($series) AS units
    WHERE units.release = $release
),
rates AS MATERIALIZED (
    SELECT rates.item, rates.copies, rates.in_bag
    FROM setrisk_internal.population_rates($series) AS rates
    WHERE rates.release = $release
),
own_copies AS MATERIALIZED (
    SELECT 'cluster' AS unit, terms.cluster, names.item, terms.copies
    FROM setrisk.sensitive_count AS terms
    JOIN setrisk.published_item AS names ON names.release = terms.release AND names.item_id = terms.item_id
    WHERE terms.release = $release AND terms.cluster IS NOT NULL
    UNION ALL
    SELECT 'global' AS unit, 0 AS cluster, rates.item, rates.copies FROM rates
),
evidence AS MATERIALIZED (
    SELECT
        risks.unit,
        risks.release,
        risks.cluster,
        risks.item,
        scopes.scope,
        evidence.other,
        evidence.common,
        evidence.other_lo,
        evidence.other_hi
    FROM risks
    JOIN scopes ON scopes.unit = risks.unit AND scopes.release = risks.release AND scopes.cluster = risks.cluster
    JOIN setrisk_internal.overlap_evidence($series, NULL, 'derived_sets') AS evidence
        ON evidence.scope = scopes.scope AND evidence.release = risks.release AND evidence.cluster = risks.cluster
        AND evidence.item = risks.item
),
covers AS MATERIALIZED (
    SELECT
        evidence.unit,
        evidence.release,
        evidence.cluster,
        evidence.item,
        list(
            {
                'size': evidence.common,
                'lo': evidence.other_lo,
                'hi': evidence.other_hi,
                'derived': evidence.other.via_position IS NOT NULL,
                'leaning': releases.position = evidence.other.position
                OR coalesce(releases.position = evidence.other.via_position, false),
                'cluster': own_units.cluster,
                'held': CASE WHEN own_units.cluster IS NOT NULL THEN coalesce(own_copies.copies, 0) END,
                'n_records': own_units.n_records
            }
            ORDER BY evidence.other
        ) AS evidence
    FROM evidence
    JOIN release_units AS releases ON releases.unit = 'global'
    LEFT JOIN release_units AS own_units
        ON own_units.unit = evidence.unit AND own_units.position = evidence.other.position
        AND own_units.cluster = evidence.other.cluster
        AND evidence.other.via_position IS NULL
    LEFT JOIN own_copies
        ON own_copies.unit = own_units.unit AND own_copies.cluster = own_units.cluster
        AND own_copies.item = evidence.item
    GROUP BY evidence.unit, evidence.release, evidence.cluster, evidence.item
),
meetings AS MATERIALIZED (
    SELECT
        meetings.unit,
        meetings.release,
        meetings.cluster,
        meetings.equivalence_class,
        meetings.evidence.other AS other,
        meetings.evidence.all_inside AS all_inside
    FROM (
        SELECT
            classes.unit, classes.release, classes.cluster, classes.equivalence_class, unnest(classes.seen) AS evidence
        FROM classes
        SEMI JOIN scopes
            ON scopes.unit = classes.unit AND scopes.release = classes.release AND scopes.cluster = classes.cluster
            AND scopes.scope = classes.scope
    ) AS meetings
),
class_places AS (
    SELECT
        evidence.unit,
        evidence.release,
        evidence.cluster,
        evidence.item,
        list(
            CASE
                WHEN meetings.all_inside THEN 'inside'
                WHEN meetings.all_inside IS NULL THEN 'outside'
                ELSE 'either'
            END
            ORDER BY evidence.other
        ) AS places
    FROM evidence
    JOIN classes
        ON classes.unit = evidence.unit AND classes.scope = evidence.scope AND classes.release = evidence.release
        AND classes.cluster = evidence.cluster
    LEFT JOIN meetings
        ON meetings.unit = evidence.unit AND meetings.release = evidence.release AND meetings.cluster = evidence.cluster
        AND meetings.equivalence_class = classes.equivalence_class
        AND meetings.other = evidence.other
    GROUP BY evidence.unit, evidence.release, evidence.cluster, evidence.item, classes.equivalence_class
)
SELECT
    risks.unit,
    risks.release,
    risks.cluster,
    risks.item,
    risks.allowed_belief,
    terms.copies,
    terms.n_records,
    CAST(coalesce(covers.evidence, []) AS STRUCT(
        size BIGINT, lo BIGINT, hi BIGINT, derived BOOLEAN, leaning BOOLEAN, cluster INTEGER, held BIGINT,
        n_records BIGINT
    )[]) AS evidence,
    coalesce(class_lists.classes, [[]]) AS classes,
    coalesce(own_copies.copies, 0) AS held_copies,
    coalesce(rates.copies, 0) AS release_copies,
    coalesce(rates.in_bag, 0) AS in_bag,
    sizes.n_records AS release_records
FROM risks
JOIN setrisk_internal.linkage_unit_terms($series) AS terms
    ON terms.scope = risks.unit AND terms.release = risks.release AND terms.cluster = risks.cluster
    AND terms.item = risks.item
JOIN release_units AS sizes ON sizes.unit = 'global'
LEFT JOIN covers
    ON covers.unit = risks.unit AND covers.release = risks.release AND covers.cluster = risks.cluster
    AND covers.item = risks.item
LEFT JOIN (
    SELECT
        class_places.unit,
        class_places.release,
        class_places.cluster,
        class_places.item,
        list_sort(list(DISTINCT class_places.places)) AS classes
    FROM class_places
    GROUP BY class_places.unit, class_places.release, class_places.cluster, class_places.item
) AS class_lists
    ON class_lists.unit = risks.unit AND class_lists.release = risks.release AND class_lists.cluster = risks.cluster
    AND class_lists.item = risks.item
LEFT JOIN own_copies
    ON risks.release = $release AND own_copies.unit = risks.unit AND own_copies.cluster = risks.cluster
    AND own_copies.item = risks.item
LEFT JOIN rates ON rates.item = risks.item
