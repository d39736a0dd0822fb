-- scoped_compositions(series, release := NULL, transitive := true, adversary := 'worst')
-- For each scope and record, the sensitive item whose belief is highest in relation to what the release allows.
--
-- parameter: transitive: whether to look for transitive composition too, which takes longest
-- parameter: adversary: as in class_posteriors
-- row: one per scope and record that may have a sensitive item
-- column: scope VARCHAR: cluster, transitive (clusters, and what is left of them) or global
-- column: release VARCHAR
-- column: cluster INTEGER, >= 0: 0 in the scope global
-- column: record BIGINT, >= 1
-- column: item VARCHAR
-- column: prior DOUBLE, fraction, 0 to 1
-- column: posterior DOUBLE, fraction, 0 to 1
-- column: population_rate DOUBLE, > 0
-- column: allowed_belief DOUBLE, > 0
-- column: strongest_release VARCHAR?: the release that raises the belief most; NULL if none does
-- reads: published
WITH derived_sets AS MATERIALIZED (
    SELECT sets.*
    FROM setrisk_internal.derived_sets($series, release := $release) AS sets
    WHERE $transitive
),
class_records AS MATERIALIZED (
    SELECT class_records.*
    FROM setrisk_internal.equivalence_classes($series, $release, 'derived_sets') AS class_records
),
worst_beliefs AS MATERIALIZED (
    SELECT
        beliefs.scope, beliefs.release, beliefs.cluster, beliefs.equivalence_class, beliefs.item, beliefs.prior,
        beliefs.posterior,
        beliefs.population_rate, beliefs.allowed_belief, beliefs.strongest_position
    FROM (
        SELECT
            beliefs.scope,
            beliefs.release,
            beliefs.cluster,
            beliefs.equivalence_class,
            beliefs.item,
            beliefs.prior,
            beliefs.posterior,
            beliefs.population_rate,
            beliefs.allowed_belief,
            CASE WHEN beliefs.posterior > beliefs.prior THEN beliefs.strongest_position END AS strongest_position,
            row_number() OVER (
                PARTITION BY beliefs.scope, beliefs.release, beliefs.cluster, beliefs.equivalence_class
                -- Sums of weights differ in their last digits from one run to the next.
                ORDER BY round(1000000000 * beliefs.posterior / beliefs.allowed_belief) DESC, beliefs.item
            ) AS place
        FROM setrisk_internal.class_posteriors(
            $series, $release, 'derived_sets', 'class_records', adversary := $adversary
        ) AS beliefs
    ) AS beliefs
    WHERE beliefs.place = 1
),
beliefs AS MATERIALIZED (
    SELECT
        class_records.scope,
        class_records.release,
        class_records.cluster,
        class_records.record,
        worst_beliefs.item,
        worst_beliefs.prior,
        worst_beliefs.posterior,
        worst_beliefs.population_rate,
        worst_beliefs.allowed_belief,
        members.release AS strongest_release
    FROM class_records
    JOIN worst_beliefs
        ON worst_beliefs.scope = class_records.scope
        AND worst_beliefs.release = class_records.release
        AND worst_beliefs.cluster = class_records.cluster
        AND worst_beliefs.equivalence_class = class_records.equivalence_class
    LEFT JOIN setrisk.series AS members
        ON members.series = $series AND members.position = worst_beliefs.strongest_position
)
SELECT
    beliefs.scope, beliefs.release, beliefs.cluster, beliefs.record, beliefs.item, beliefs.prior, beliefs.posterior,
    beliefs.population_rate, beliefs.allowed_belief, beliefs.strongest_release
FROM beliefs
WHERE beliefs.scope <> 'transitive'
UNION ALL
SELECT
    'transitive' AS scope,
    compositions.release,
    compositions.cluster,
    compositions.record,
    compositions.item,
    compositions.prior,
    compositions.posterior,
    compositions.population_rate, compositions.allowed_belief, compositions.strongest_release
FROM (
    SELECT
        beliefs.release, beliefs.cluster, beliefs.record, beliefs.item, beliefs.prior, beliefs.posterior,
        beliefs.population_rate, beliefs.allowed_belief, beliefs.strongest_release,
        row_number() OVER (
            PARTITION BY beliefs.release, beliefs.record
            ORDER BY round(1000000000 * beliefs.posterior / beliefs.allowed_belief) DESC, beliefs.scope DESC
        ) AS place
    FROM beliefs
    WHERE beliefs.scope <> 'global'
) AS compositions
WHERE compositions.place = 1
