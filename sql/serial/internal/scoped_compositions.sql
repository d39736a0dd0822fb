-- scoped_compositions(series, release := NULL, transitive := true)
-- For each scope and record, the sensitive item whose belief is highest in relation to what the release allows.
--
-- parameter: transitive: whether to look for transitive composition too, which takes longest
-- row: one per scope and record that may have a sensitive item
-- column: scope VARCHAR: cluster, transitive (clusters, and what is left of them) or global
-- column: release VARCHAR
-- column: cluster INTEGER, >= 0: 0 in the scope global
-- column: record BIGINT, >= 1
-- column: item VARCHAR
-- column: prior DOUBLE, 0 to 1
-- column: posterior DOUBLE, 0 to 1
-- column: population_rate DOUBLE, > 0
-- column: allowed DOUBLE, > 0
-- column: strongest_release VARCHAR?: the release that raises the belief most; NULL where none does
-- reads: published
WITH records AS MATERIALIZED (
    SELECT
        class_records.scope, class_records.release, class_records.cluster, class_records.record,
        class_records.equivalence_class
    FROM setrisk_internal.equivalence_classes($series, release := $release, transitive := $transitive) AS class_records
),
worst AS MATERIALIZED (
    SELECT
        ranked.scope, ranked.release, ranked.cluster, ranked.equivalence_class, ranked.item, ranked.prior,
        ranked.posterior,
        ranked.population_rate, ranked.allowed, ranked.strongest_position
    FROM (
        SELECT
            believed.scope,
            believed.release,
            believed.cluster,
            believed.equivalence_class,
            believed.item,
            believed.prior,
            believed.posterior,
            believed.population_rate,
            believed.allowed,
            CASE WHEN believed.posterior > believed.prior THEN believed.strongest_position END AS strongest_position,
            row_number() OVER (
                PARTITION BY believed.scope, believed.release, believed.cluster, believed.equivalence_class
                -- Sums of weights differ in their last digits from one run to the next.
                ORDER BY round(believed.posterior / believed.allowed, 9) DESC, believed.item
            ) AS place
        FROM setrisk_internal.class_posteriors($series, release := $release, transitive := $transitive) AS believed
    ) AS ranked
    WHERE ranked.place = 1
),
beliefs AS MATERIALIZED (
    SELECT
        records.scope,
        records.release,
        records.cluster,
        records.record,
        worst.item,
        worst.prior,
        worst.posterior,
        worst.population_rate,
        worst.allowed,
        members.release AS strongest_release
    FROM records
    JOIN worst
        ON worst.scope = records.scope AND worst.release = records.release AND worst.cluster = records.cluster
        AND worst.equivalence_class = records.equivalence_class
    LEFT JOIN setrisk.series AS members ON members.series = $series AND members.position = worst.strongest_position
)
SELECT
    beliefs.scope, beliefs.release, beliefs.cluster, beliefs.record, beliefs.item, beliefs.prior, beliefs.posterior,
    beliefs.population_rate, beliefs.allowed, beliefs.strongest_release
FROM beliefs
WHERE beliefs.scope <> 'transitive'
UNION ALL
SELECT
    'transitive' AS scope, either.release, either.cluster, either.record, either.item, either.prior, either.posterior,
    either.population_rate, either.allowed, either.strongest_release
FROM (
    SELECT
        beliefs.release, beliefs.cluster, beliefs.record, beliefs.item, beliefs.prior, beliefs.posterior,
        beliefs.population_rate, beliefs.allowed, beliefs.strongest_release,
        row_number() OVER (
            PARTITION BY beliefs.release, beliefs.record
            ORDER BY round(beliefs.posterior / beliefs.allowed, 9) DESC, beliefs.scope DESC
        ) AS place
    FROM beliefs
    WHERE beliefs.scope <> 'global'
) AS either
WHERE either.place = 1
