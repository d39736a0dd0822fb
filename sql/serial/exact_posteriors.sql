-- exact_posteriors(series, release := NULL, largest := 12)
-- Beliefs about small clusters, by counting every possibility. The adversary counts every way to place the copies of a
-- sensitive item, instead of approximating as the paper does. A placement counts as often as the overlapping clusters
-- can be completed to it. Where an overlap covers only some of several equal records, the first of them are taken to be
-- in it.
--
-- parameter: series: the series
-- parameter: release: a release of the series; all of them where it is NULL
-- parameter: largest: only clusters of at most this many records are examined
-- row: one per record of an examined cluster and sensitive item of the cluster
-- column: release VARCHAR: the release of the record
-- column: cluster BIGINT, >= 1: its cluster
-- column: record BIGINT, >= 1: the record
-- column: item VARCHAR: the sensitive item
-- column: prior DOUBLE, 0 to 1: the belief from the record's release alone
-- column: posterior DOUBLE, 0 to 1: the belief after seeing the overlapping clusters; the prior where no placement
--     agrees with all of them
-- column: population_rate DOUBLE, > 0: how common the term is in the release
-- checks: known_series($series, release := $release)
-- reads: published
-- example: FROM setrisk.exact_posteriors('plain months', release := 'plain mar')
WITH small AS MATERIALIZED (
    SELECT units.release, units.cluster
    FROM setrisk_internal.linkage_units($series) AS units
    WHERE units.scope = 'cluster' AND units.n_records <= $largest AND ($release IS NULL OR units.release = $release)
),
ranked AS MATERIALIZED (
    SELECT
        records.release,
        records.cluster,
        records.record,
        records.items,
        row_number() OVER (
            PARTITION BY records.release, records.cluster, records.items ORDER BY records.record
        ) AS place
    FROM setrisk_internal.record_sets($series) AS records
    SEMI JOIN small ON small.release = records.release AND small.cluster = records.cluster
),
shared AS MATERIALIZED (
    SELECT
        common_sets.release, common_sets.cluster, common_sets.items, common_sets.other_release,
        common_sets.other_cluster,
        least(common_sets.copies, common_sets.other_copies) AS common
    FROM setrisk_internal.common_sets($series, release := $release) AS common_sets
    SEMI JOIN small ON small.release = common_sets.release AND small.cluster = common_sets.cluster
    WHERE common_sets.scope = 'cluster'
),
met AS MATERIALIZED (
    SELECT
        ranked.release,
        ranked.cluster,
        ranked.record,
        list_sort(list({'release': shared.other_release, 'cluster': shared.other_cluster})
            FILTER (WHERE shared.common IS NOT NULL)) AS seen
    FROM ranked
    LEFT JOIN shared
        ON shared.release = ranked.release AND shared.cluster = ranked.cluster AND shared.items = ranked.items
        AND ranked.place <= shared.common
    GROUP BY ranked.release, ranked.cluster, ranked.record
),
groups AS MATERIALIZED (
    SELECT
        alike.release,
        alike.cluster,
        alike.seen,
        alike.size,
        row_number() OVER (PARTITION BY alike.release, alike.cluster ORDER BY alike.first_record) AS place
    FROM (
        SELECT met.release, met.cluster, met.seen, count(*) AS size, min(met.record) AS first_record
        FROM met
        GROUP BY met.release, met.cluster, met.seen
    ) AS alike
),
terms AS MATERIALIZED (
    SELECT
        unit_terms.release, unit_terms.cluster, unit_terms.n_records, unit_terms.item, unit_terms.copies,
        unit_terms.population_rate
    FROM setrisk_internal.linkage_unit_terms($series) AS unit_terms
    WHERE unit_terms.scope = 'cluster'
),
neighbours AS MATERIALIZED (
    SELECT
        shares.release,
        shares.cluster,
        shares.other.release AS other_release,
        shares.other.cluster AS other_cluster,
        list_sort(list(shares.place)) AS places,
        CAST(sum(shares.size) AS BIGINT) AS common
    FROM (
        SELECT groups.release, groups.cluster, groups.place, groups.size, unnest(groups.seen) AS other FROM groups
    ) AS shares
    GROUP BY shares.release, shares.cluster, shares.other
),
counted AS MATERIALIZED (
    SELECT
        terms.release,
        terms.cluster,
        terms.item,
        terms.copies,
        terms.n_records,
        terms.population_rate,
        _setrisk_exact_posteriors_v1(
            laid.sizes,
            terms.copies,
            coalesce(
                list({
                    'groups': neighbours.places,
                    'others': sizes.n_records - neighbours.common,
                    'copies': coalesce(other_terms.copies, 0)
                }) FILTER (WHERE neighbours.common IS NOT NULL),
                []
            )
        ) AS beliefs
    FROM terms
    JOIN (
        SELECT
            groups.release,
            groups.cluster,
            list_transform(
                list_sort(list({'place': groups.place, 'size': groups.size})), lambda laid_group: laid_group.size
            ) AS sizes
        FROM groups
        GROUP BY groups.release, groups.cluster
    ) AS laid ON laid.release = terms.release AND laid.cluster = terms.cluster
    LEFT JOIN neighbours ON neighbours.release = terms.release AND neighbours.cluster = terms.cluster
    LEFT JOIN setrisk_internal.linkage_units($series) AS sizes
        ON sizes.scope = 'cluster' AND sizes.release = neighbours.other_release
        AND sizes.cluster = neighbours.other_cluster
    LEFT JOIN terms AS other_terms
        ON other_terms.release = neighbours.other_release AND other_terms.cluster = neighbours.other_cluster
        AND other_terms.item = terms.item
    GROUP BY
        terms.release, terms.cluster, terms.item, terms.copies, terms.n_records, terms.population_rate, laid.sizes
)
SELECT
    met.release,
    met.cluster,
    met.record,
    counted.item,
    counted.copies / counted.n_records AS prior,
    coalesce(counted.beliefs[groups.place], counted.copies / counted.n_records) AS posterior,
    counted.population_rate
FROM counted
JOIN met ON met.release = counted.release AND met.cluster = counted.cluster
JOIN groups
    ON groups.release = met.release AND groups.cluster = met.cluster AND groups.seen IS NOT DISTINCT FROM met.seen
