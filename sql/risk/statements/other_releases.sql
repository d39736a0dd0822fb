-- other_releases(release)
-- Other releases here of the same people, or of people who may be the same. Those of the same series are compared by
-- the gate itself, and what noisy releases spend is added up by the budget that their data sets share: these are
-- left out. Ids are the same whatever their case, blanks around them, or zeros before them.
--
-- row:    one per release, by name
-- column: release VARCHAR
-- column: is_of_the_same BOOLEAN?: whether it is of some of the same people, by the data set or by ids; NULL if that
--     is unknown, since one of the data sets has no ids, or the other release was imported
-- reads:  originals
WITH own_release AS MATERIALIZED (
    SELECT
        releases.release,
        releases.dataset,
        setrisk_internal.numeric_parameter(releases.parameters, 'epsilon') IS NOT NULL AS is_noisy,
        (SELECT any_value(members.series) FROM setrisk.series AS members WHERE members.release = releases.release)
            AS series
    FROM setrisk.release AS releases
    WHERE releases.release = $release
),
sharing_datasets AS MATERIALIZED (
    SELECT sharers.sharer
    FROM own_release
    CROSS JOIN LATERAL setrisk_internal.budget_sharers(own_release.dataset) AS sharers
),
own_ids AS MATERIALIZED (
    SELECT DISTINCT setrisk_internal.plain_id(ids.id) AS id
    FROM setrisk_private.transaction_id AS ids
    JOIN own_release ON own_release.dataset = ids.dataset
),
shared_ids AS MATERIALIZED (
    SELECT ids.dataset, bool_or(own_ids.id IS NOT NULL) AS is_shared
    FROM setrisk_private.transaction_id AS ids
    LEFT JOIN own_ids ON own_ids.id = setrisk_internal.plain_id(ids.id)
    GROUP BY ids.dataset
)
SELECT compared_releases.release, compared_releases.is_of_the_same
FROM (
    SELECT
        releases.release,
        CASE
            WHEN releases.dataset = own_release.dataset THEN true
            WHEN EXISTS (FROM own_ids) THEN shared_ids.is_shared
        END AS is_of_the_same
    FROM setrisk.release AS releases
    CROSS JOIN own_release
    LEFT JOIN shared_ids ON shared_ids.dataset = releases.dataset
    WHERE releases.release <> own_release.release
        AND NOT (
            own_release.is_noisy
            AND setrisk_internal.numeric_parameter(releases.parameters, 'epsilon') IS NOT NULL
            AND releases.dataset IN (SELECT sharing_datasets.sharer FROM sharing_datasets)
        )
        AND NOT EXISTS (
            SELECT members.release
            FROM setrisk.series AS members
            WHERE members.release = releases.release AND members.series = own_release.series
        )
) AS compared_releases
WHERE compared_releases.is_of_the_same IS DISTINCT FROM false
ORDER BY compared_releases.release
