-- worst_kind_beliefs(series, release := NULL)
-- One row per unit of a release (of one release alone, where it is named) and kind of its records: the private term of which an adversary believes most, against what
-- the release promises, and the release that has raised the belief most.
-- scope VARCHAR; release VARCHAR; cluster INTEGER; kind BIGINT; item VARCHAR; prior, posterior, population_rate, allowed DOUBLE; through
-- VARCHAR: NULL where no other release raises it
-- internal
WITH worst AS MATERIALIZED (
    SELECT
        ranked.scope, ranked.release, ranked.cluster, ranked.kind, ranked.item, ranked.prior, ranked.posterior, ranked.population_rate,
        ranked.allowed
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
            promised.allowed,
            row_number() OVER (
                PARTITION BY believed.scope, believed.release, believed.cluster, believed.kind
                ORDER BY believed.posterior / promised.allowed DESC, believed.item
            ) AS place
        FROM setrisk.kind_posteriors($series, release := $release) AS believed
        JOIN setrisk.promised_beliefs($series) AS promised
            ON promised.release = believed.release AND promised.item = believed.item
    ) AS ranked
    WHERE ranked.place = 1
),
seen AS MATERIALIZED (
    SELECT
        kinds.scope, kinds.release, kinds.cluster, kinds.kind, kinds.evidence.other AS other,
        kinds.evidence.all_inside AS all_inside
    FROM (
        SELECT each.scope, each.release, each.cluster, each.kind, unnest(each.seen) AS evidence
        FROM setrisk.record_kinds($series, release := $release) AS each
        WHERE each.record = each.kind
    ) AS kinds
),
weighed AS (
    SELECT
        worst.scope,
        worst.release,
        worst.cluster,
        worst.kind,
        weights.other,
        CASE
            WHEN seen.all_inside THEN weights.inside
            WHEN seen.all_inside IS NULL THEN weights.outside
            ELSE greatest(weights.inside, weights.outside)
        END AS weight
    FROM worst
    JOIN setrisk.weighed_evidence($series, release := $release) AS weights
        ON weights.scope = worst.scope AND weights.release = worst.release AND weights.cluster = worst.cluster
        AND weights.item = worst.item
    LEFT JOIN seen
        ON seen.scope = worst.scope AND seen.release = worst.release AND seen.cluster = worst.cluster
        AND seen.kind = worst.kind AND seen.other = weights.other
    WHERE worst.posterior > worst.prior
),
strongest AS (
    SELECT weighed.scope, weighed.release, weighed.cluster, weighed.kind, arg_max(weighed.other, weighed.weight) AS other
    FROM weighed
    WHERE weighed.weight > 0
    GROUP BY weighed.scope, weighed.release, weighed.cluster, weighed.kind
)
SELECT
    worst.scope,
    worst.release,
    worst.cluster,
    worst.kind,
    worst.item,
    worst.prior,
    worst.posterior,
    worst.population_rate,
    worst.allowed,
    others.release AS through
FROM worst
LEFT JOIN strongest
    ON strongest.scope = worst.scope AND strongest.release = worst.release AND strongest.cluster = worst.cluster
    AND strongest.kind = worst.kind
LEFT JOIN setrisk.series AS others ON others.series = $series AND others.position = strongest.other.position
