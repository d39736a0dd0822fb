-- exact_posteriors(series, release := NULL, max_cluster_size := 12)
-- Beliefs about small clusters, by counting every possibility. The attacker counts every way to place the copies of a
-- sensitive item, instead of approximating as the paper does. A placement counts as often as the overlapping clusters
-- can be completed to it. If an overlap covers only some of several equal records, the first of them are taken to be
-- in it.
--
-- parameter: series: the series
-- parameter: release: a release of the series; all of them if it is NULL
-- parameter: max_cluster_size: only clusters of at most this many records are examined
-- row: one per record of an examined cluster and sensitive item of the cluster
-- column: release VARCHAR: the release of the record
-- column: cluster INTEGER, >= 1: its cluster
-- column: record BIGINT, >= 1: the record
-- column: item VARCHAR: the sensitive item
-- column: prior DOUBLE, fraction, 0 to 1: the belief from the record's release alone
-- column: posterior DOUBLE, fraction, 0 to 1: the belief after seeing the overlapping clusters; the prior if no
--     placement agrees with all of them
-- column: population_rate DOUBLE, > 0: how common the item is in the release
-- checks: known_series($series, release := $release)
-- checks: at_least('max_cluster_size', $max_cluster_size, 1)
-- reads: published
-- page: serial.md
-- example: FROM setrisk.exact_posteriors('plain months', release := 'plain mar')
WITH small_clusters AS MATERIALIZED (
    SELECT units.release, units.cluster
    FROM setrisk_internal.linkage_units($series) AS units
    WHERE units.scope = 'cluster' AND units.n_records <= $max_cluster_size
        AND ($release IS NULL OR units.release = $release)
),
records AS MATERIALIZED (
    SELECT
        records.release,
        records.cluster,
        records.record,
        records.items,
        row_number() OVER (
            PARTITION BY records.release, records.cluster, records.items ORDER BY records.record
        ) AS place
    FROM setrisk_internal.record_sets($series) AS records
    SEMI JOIN small_clusters ON small_clusters.release = records.release AND small_clusters.cluster = records.cluster
),
shared_sets AS MATERIALIZED (
    SELECT
        common_sets.release, common_sets.cluster, common_sets.items, common_sets.other_release,
        common_sets.other_cluster,
        least(common_sets.copies, common_sets.other_copies) AS common
    FROM setrisk_internal.common_sets($series, release := $release) AS common_sets
    SEMI JOIN small_clusters
        ON small_clusters.release = common_sets.release AND small_clusters.cluster = common_sets.cluster
    WHERE common_sets.scope = 'cluster'
),
meetings AS MATERIALIZED (
    SELECT
        records.release,
        records.cluster,
        records.record,
        list_sort(list({'release': shared_sets.other_release, 'cluster': shared_sets.other_cluster})
            FILTER (WHERE shared_sets.common IS NOT NULL)) AS seen
    FROM records
    LEFT JOIN shared_sets
        ON shared_sets.release = records.release
        AND shared_sets.cluster = records.cluster
        AND shared_sets.items = records.items
        AND records.place <= shared_sets.common
    GROUP BY records.release, records.cluster, records.record
),
groups AS MATERIALIZED (
    SELECT
        groups.release,
        groups.cluster,
        groups.seen,
        groups.size,
        row_number() OVER (PARTITION BY groups.release, groups.cluster ORDER BY groups.first_record) AS place
    FROM (
        SELECT meetings.release, meetings.cluster, meetings.seen, count(*) AS size, min(meetings.record) AS first_record
        FROM meetings
        GROUP BY meetings.release, meetings.cluster, meetings.seen
    ) AS groups
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
cluster_beliefs AS MATERIALIZED (
    SELECT
        terms.release,
        terms.cluster,
        terms.item,
        terms.copies,
        terms.n_records,
        terms.population_rate,
        _setrisk_exact_posteriors_v1(
            group_sizes.sizes,
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
                list_sort(list({'place': groups.place, 'size': groups.size})), lambda part: part.size
            ) AS sizes
        FROM groups
        GROUP BY groups.release, groups.cluster
    ) AS group_sizes ON group_sizes.release = terms.release AND group_sizes.cluster = terms.cluster
    LEFT JOIN neighbours ON neighbours.release = terms.release AND neighbours.cluster = terms.cluster
    LEFT JOIN setrisk_internal.linkage_units($series) AS sizes
        ON sizes.scope = 'cluster' AND sizes.release = neighbours.other_release
        AND sizes.cluster = neighbours.other_cluster
    LEFT JOIN terms AS other_terms
        ON other_terms.release = neighbours.other_release AND other_terms.cluster = neighbours.other_cluster
        AND other_terms.item = terms.item
    GROUP BY
        terms.release,
        terms.cluster,
        terms.item,
        terms.copies,
        terms.n_records,
        terms.population_rate,
        group_sizes.sizes
)
SELECT
    meetings.release,
    CAST(meetings.cluster AS INTEGER) AS cluster,
    meetings.record,
    cluster_beliefs.item,
    cluster_beliefs.copies / cluster_beliefs.n_records AS prior,
    coalesce(cluster_beliefs.beliefs[groups.place], cluster_beliefs.copies / cluster_beliefs.n_records) AS posterior,
    cluster_beliefs.population_rate
FROM cluster_beliefs
JOIN meetings ON meetings.release = cluster_beliefs.release AND meetings.cluster = cluster_beliefs.cluster
JOIN groups
    ON groups.release = meetings.release
    AND groups.cluster = meetings.cluster
    AND groups.seen IS NOT DISTINCT FROM meetings.seen
