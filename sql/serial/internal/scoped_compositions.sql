-- scoped_compositions(series, release := NULL, transitive := true)
-- For each scope and record, the private term whose belief is highest in relation to what the release allows.
--
-- parameter: transitive: whether to look for transitive composition too, which takes longest
-- row: one per scope and record that may have a private term
-- column: scope VARCHAR: cluster, transitive (clusters, and what is left of them) or global
-- column: release VARCHAR
-- column: cluster INTEGER, >= 0: 0 in the scope global
-- column: record BIGINT, >= 1
-- column: item VARCHAR
-- column: prior DOUBLE, 0 to 1
-- column: posterior DOUBLE, 0 to 1
-- column: population_rate DOUBLE, > 0
-- column: allowed DOUBLE, > 0
-- column: through VARCHAR?: the release that raises the belief most; NULL where none does
-- reads: published
WITH records AS MATERIALIZED (
    SELECT each.scope, each.release, each.cluster, each.record, each.kind
    FROM setrisk_internal.equivalence_classes($series, release := $release, transitive := $transitive) AS each
),
worst AS MATERIALIZED (
    SELECT
        ranked.scope, ranked.release, ranked.cluster, ranked.kind, ranked.item, ranked.prior, ranked.posterior,
        ranked.population_rate, ranked.allowed, ranked.through
    FROM (
        SELECT
            believed.scope,
            believed.release,
            believed.cluster,
            believed.kind,
            believed.item,
            believed.prior,
            believed.posterior,
            believed.population_rate,
            believed.allowed,
            CASE WHEN believed.posterior > believed.prior THEN believed.through END AS through,
            row_number() OVER (
                PARTITION BY believed.scope, believed.release, believed.cluster, believed.kind
                -- Sums of weights differ in their last digits from one run to the next.
                ORDER BY round(believed.posterior / believed.allowed, 9) DESC, believed.item
            ) AS place
        FROM setrisk_internal.class_posteriors($series, release := $release, transitive := $transitive) AS believed
    ) AS ranked
    WHERE ranked.place = 1
),
found AS MATERIALIZED (
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
        others.release AS through
    FROM records
    JOIN worst
        ON worst.scope = records.scope AND worst.release = records.release AND worst.cluster = records.cluster
        AND worst.kind = records.kind
    LEFT JOIN setrisk.series AS others ON others.series = $series AND others.position = worst.through
)
SELECT
    found.scope, found.release, found.cluster, found.record, found.item, found.prior, found.posterior, found.population_rate,
    found.allowed, found.through
FROM found
WHERE found.scope <> 'transitive'
UNION ALL
SELECT
    'transitive' AS scope, either.release, either.cluster, either.record, either.item, either.prior, either.posterior,
    either.population_rate, either.allowed, either.through
FROM (
    SELECT
        found.release, found.cluster, found.record, found.item, found.prior, found.posterior, found.population_rate, found.allowed,
        found.through,
        row_number() OVER (
            PARTITION BY found.release, found.record ORDER BY round(found.posterior / found.allowed, 9) DESC, found.scope DESC
        ) AS place
    FROM found
    WHERE found.scope <> 'global'
) AS either
WHERE either.place = 1
