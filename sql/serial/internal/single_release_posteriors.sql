-- single_release_posteriors(release)
-- For each record of a serial release, the sensitive item whose belief is highest in relation to what the release
-- allows, judging by this release alone.
--
-- row: one per record that may have a sensitive item
-- column: record BIGINT, >= 1
-- column: item VARCHAR
-- column: prior DOUBLE, fraction, 0 to 1
-- column: population_rate DOUBLE, > 0
-- column: allowed_belief DOUBLE, > 0
-- reads: published
WITH sizes AS MATERIALIZED (
    SELECT clusters.cluster, clusters.n_records, sum(clusters.n_records) OVER () AS release_records
    FROM setrisk.cluster AS clusters
    WHERE clusters.release = $release
),
terms AS MATERIALIZED (
    SELECT
        terms.item_id,
        sum(terms.copies) AS copies,
        coalesce(sum(terms.copies) FILTER (WHERE terms.cluster IS NULL), 0) AS in_bag
    FROM setrisk.sensitive_count AS terms
    WHERE terms.release = $release
    GROUP BY terms.item_id
),
beliefs AS (
    SELECT
        sizes.cluster,
        terms.item_id,
        least(
            coalesce(cluster_terms.copies, 0)
            + setrisk_internal.bag_share(sizes.n_records, terms.in_bag, sizes.release_records),
            sizes.n_records
        ) / sizes.n_records AS prior,
        terms.copies / sizes.release_records AS population_rate,
        setrisk_internal.allowed_belief(releases.parameters, terms.copies / sizes.release_records) AS allowed_belief
    FROM sizes
    CROSS JOIN terms
    JOIN setrisk.release AS releases ON releases.release = $release
    LEFT JOIN setrisk.sensitive_count AS cluster_terms
        ON cluster_terms.release = $release AND cluster_terms.cluster = sizes.cluster
        AND cluster_terms.item_id = terms.item_id
),
worst_beliefs AS (
    SELECT beliefs.cluster, beliefs.item_id, beliefs.prior, beliefs.population_rate, beliefs.allowed_belief
    FROM (
        SELECT
            beliefs.cluster,
            beliefs.item_id,
            beliefs.prior,
            beliefs.population_rate,
            beliefs.allowed_belief,
            row_number() OVER (
                PARTITION BY beliefs.cluster ORDER BY beliefs.prior / beliefs.allowed_belief DESC, beliefs.item_id
            ) AS place
        FROM beliefs
        WHERE beliefs.prior > 0
    ) AS beliefs
    WHERE beliefs.place = 1
)
SELECT placements.record, names.item, worst_beliefs.prior, worst_beliefs.population_rate, worst_beliefs.allowed_belief
FROM worst_beliefs
JOIN (
    SELECT DISTINCT
        records.cluster, records.record
    FROM setrisk.cluster_record AS records WHERE records.release = $release
) AS placements ON placements.cluster = worst_beliefs.cluster
JOIN setrisk.published_item AS names ON names.release = $release AND names.item_id = worst_beliefs.item_id
