-- class_posteriors(series, release, derived, classes, adversary := 'worst')
-- What an attacker believes before and after seeing the other releases. Records of a unit to which the same evidence
-- applies form one class and share their beliefs. Evidence that contradicts itself is ignored.
--
-- parameter: release: a release of the series; all of them if it is NULL
-- parameter: derived: the name of a CTE of the caller with the rows of derived_sets; an empty one if transitive
--     composition is not looked for
-- parameter: classes: the name of a CTE of the caller with the rows of equivalence_classes
-- parameter: adversary: what an overlap says of a record if only some of the equal records are in it: 'worst' takes the
--     higher of both beliefs, 'printed' always that of the records inside
-- row: one per scope, unit, class of its records and sensitive item of the unit
-- column: scope VARCHAR: cluster, transitive or global
-- column: release VARCHAR
-- column: cluster INTEGER, >= 0: 0 for the whole release
-- column: equivalence_class BIGINT: the first record of the class
-- column: item VARCHAR
-- column: prior DOUBLE, fraction, 0 to 1
-- column: posterior DOUBLE, fraction, 0 to 1
-- column: population_rate DOUBLE, > 0
-- column: allowed_belief DOUBLE, > 0: the highest belief that the release allows
-- column: strongest_position BIGINT?: the position of the release whose evidence raises the belief most, whether it
--     applies to this class or is the strongest that applies to other records; NULL if none does
-- reads: published, $derived: published, $classes: published
-- source: SANONY 2.3.1, formula 12
-- duckdb only: query_table
WITH classes AS MATERIALIZED (
    SELECT
        class_records.scope, class_records.release, class_records.cluster, class_records.equivalence_class,
        class_records.seen
    FROM query_table($classes) AS class_records
    WHERE class_records.record = class_records.equivalence_class
),
weights AS MATERIALIZED (
    SELECT
        evidence.scope, evidence.release, evidence.cluster, evidence.item, evidence.other, evidence.inside,
        evidence.outside
    FROM setrisk_internal.weighed_evidence($series, $release, $derived) AS evidence
),
terms AS MATERIALIZED (
    SELECT
        scopes.scope,
        unit_terms.release,
        unit_terms.cluster,
        unit_terms.n_records,
        unit_terms.item,
        unit_terms.copies,
        unit_terms.population_rate,
        setrisk_internal.allowed_belief(releases.parameters, unit_terms.population_rate) AS allowed_belief
    FROM setrisk_internal.linkage_unit_terms($series) AS unit_terms
    JOIN setrisk.release AS releases ON releases.release = unit_terms.release
    JOIN (
        SELECT 'cluster' AS scope, 'cluster' AS unit_scope
        UNION ALL
        SELECT 'transitive' AS scope, 'cluster' AS unit_scope
        UNION ALL
        SELECT 'global' AS scope, 'global' AS unit_scope
    ) AS scopes ON scopes.unit_scope = unit_terms.scope
    WHERE $release IS NULL OR unit_terms.release = $release
),
outsiders AS MATERIALIZED (
    SELECT
        parts.scope,
        parts.release,
        parts.cluster,
        parts.item,
        sum(parts.outside.finite) AS weight,
        sum(parts.outside.ups) AS ups,
        sum(parts.outside.downs) AS downs,
        max(parts.weight) AS strongest,
        -- Of equal ones the last, so that it does not depend on the order of rows.
        arg_max(parts.other, {'weight': parts.weight, 'other': parts.other})
            FILTER (WHERE parts.weight IS NOT NULL) AS other
    FROM (
        SELECT
            weights.scope, weights.release, weights.cluster, weights.item, weights.other, weights.outside AS weight,
            setrisk_internal.weight_parts(weights.outside) AS outside
        FROM weights
    ) AS parts
    GROUP BY parts.scope, parts.release, parts.cluster, parts.item
),
insiders AS MATERIALIZED (
    SELECT
        parts.scope,
        parts.release,
        parts.cluster,
        parts.equivalence_class,
        parts.item,
        sum(parts.chosen.finite - parts.outside.finite) AS weight,
        sum(parts.chosen.ups - parts.outside.ups) AS ups,
        sum(parts.chosen.downs - parts.outside.downs) AS downs,
        max(parts.weight) AS strongest,
        -- Of equal ones the last, so that it does not depend on the order of rows.
        arg_max(parts.other, {'weight': parts.weight, 'other': parts.other})
            FILTER (WHERE parts.weight IS NOT NULL) AS other
    FROM (
        SELECT
            choices.scope, choices.release, choices.cluster, choices.equivalence_class, choices.item, choices.other,
            choices.weight,
            setrisk_internal.weight_parts(choices.outside) AS outside,
            setrisk_internal.weight_parts(choices.weight) AS chosen
        FROM (
            SELECT
                meetings.scope,
                meetings.release,
                meetings.cluster,
                meetings.equivalence_class,
                weights.item,
                weights.other,
                weights.outside,
                -- If only some of the equal records are in the overlap, the attacker may know on which side the
                -- person is; the higher belief counts.
                CASE
                    WHEN meetings.evidence.all_inside OR $adversary = 'printed' THEN weights.inside
                    ELSE greatest(weights.inside, weights.outside)
                END AS weight
            FROM (
                SELECT
                    classes.scope, classes.release, classes.cluster, classes.equivalence_class,
                    unnest(classes.seen) AS evidence
                FROM classes
            ) AS meetings
            JOIN weights
                ON weights.scope = meetings.scope AND weights.release = meetings.release
                AND weights.cluster = meetings.cluster
                AND weights.other = meetings.evidence.other
        ) AS choices
    ) AS parts
    GROUP BY parts.scope, parts.release, parts.cluster, parts.equivalence_class, parts.item
)
-- The belief of formula 12, as a sum of log odds: for a whole series it would take too long to compute it record by
-- record, as udf/serial/posterior.py does. A test holds the two together.
SELECT
    totals.scope,
    totals.release,
    totals.cluster,
    totals.equivalence_class,
    totals.item,
    totals.copies / totals.n_records AS prior,
    CASE
        WHEN totals.copies = totals.n_records OR (totals.ups > 0 AND totals.downs > 0)
            THEN totals.copies / totals.n_records
        WHEN totals.ups > 0 THEN 1
        WHEN totals.downs > 0 THEN 0
        ELSE 1 / (1 + exp(-totals.weight) * ((totals.n_records - totals.copies) / totals.copies))
    END AS posterior,
    totals.population_rate,
    totals.allowed_belief,
    CASE
        WHEN totals.inside_strongest > 0 AND totals.inside_strongest >= coalesce(totals.outside_strongest, 0)
            THEN totals.inside_other.position
        WHEN totals.outside_strongest > 0 AND NOT totals.is_met THEN totals.outside_other.position
        WHEN totals.inside_strongest > 0 THEN totals.inside_other.position
    END AS strongest_position
FROM (
    SELECT
        classes.scope,
        classes.release,
        classes.cluster,
        classes.equivalence_class,
        terms.item,
        terms.copies,
        terms.n_records,
        terms.population_rate,
        terms.allowed_belief,
        coalesce(outsiders.weight, 0) + coalesce(insiders.weight, 0) AS weight,
        coalesce(outsiders.ups, 0) + coalesce(insiders.ups, 0) AS ups,
        coalesce(outsiders.downs, 0) + coalesce(insiders.downs, 0) AS downs,
        insiders.strongest AS inside_strongest,
        insiders.other AS inside_other,
        outsiders.strongest AS outside_strongest,
        outsiders.other AS outside_other,
        list_contains(
            list_transform(coalesce(classes.seen, []), lambda evidence: evidence.other), outsiders.other
        ) AS is_met
    FROM classes
    JOIN terms ON terms.scope = classes.scope AND terms.release = classes.release AND terms.cluster = classes.cluster
    LEFT JOIN outsiders
        ON outsiders.scope = classes.scope AND outsiders.release = classes.release
        AND outsiders.cluster = classes.cluster
        AND outsiders.item = terms.item
    LEFT JOIN insiders
        ON insiders.scope = classes.scope AND insiders.release = classes.release AND insiders.cluster = classes.cluster
        AND insiders.equivalence_class = classes.equivalence_class AND insiders.item = terms.item
) AS totals
