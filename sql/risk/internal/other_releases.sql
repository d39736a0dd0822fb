-- other_releases(release)
-- Other releases of the same people, or of people who may be the same: those that are here, and those that were
-- exported and are gone. Those of the same series are compared by the gate itself, and what noisy releases spend is
-- added up by the budget that their data sets share: these are left out, unless one has a mark, or the ledger has
-- forgotten what it spent. If a data set has no ids, people are the same if the data sets share a budget, as one has
-- with another of its name.
--
-- row:    one per release; one that was replaced after an export, and is here under the same name, is another one
-- column: release VARCHAR
-- column: is_here BOOLEAN: whether it still is in this database
-- column: exported_at TIMESTAMP?: when it was exported last, in UTC; NULL if it was not
-- column: is_of_the_same BOOLEAN?: whether it is of some of the same people, by the data set or by ids; NULL if that
--     is unknown, since one of the data sets has no ids, or the other release was imported
-- reads:  originals
WITH exports AS MATERIALIZED (
    SELECT
        runs.release,
        runs.created_at,
        runs.dataset,
        runs.loaded_at,
        runs.is_noisy,
        max(runs.exported_at) AS exported_at
    FROM setrisk_private.export_run AS runs
    GROUP BY runs.release, runs.created_at, runs.dataset, runs.loaded_at, runs.is_noisy
),
known_releases AS MATERIALIZED (
    SELECT
        releases.release,
        releases.created_at,
        releases.dataset,
        datasets.loaded_at,
        setrisk_internal.numeric_parameter(releases.parameters, 'epsilon') IS NOT NULL
            AND len(releases.marks) = 0 AS is_noisy,
        true AS is_here,
        exports.exported_at
    FROM setrisk.release AS releases
    LEFT JOIN setrisk_private.dataset AS datasets ON datasets.dataset = releases.dataset
    LEFT JOIN exports ON exports.release = releases.release AND exports.created_at = releases.created_at
    UNION ALL
    SELECT
        exports.release,
        exports.created_at,
        exports.dataset,
        exports.loaded_at,
        exports.is_noisy,
        false AS is_here,
        exports.exported_at
    FROM exports
    WHERE NOT EXISTS (
        SELECT releases.release
        FROM setrisk.release AS releases
        WHERE releases.release = exports.release AND releases.created_at = exports.created_at
    )
),
first_spendings AS MATERIALIZED (
    SELECT spendings.dataset, spendings.release, min(spendings.spent_at) AS spent_at
    FROM setrisk_private.spending AS spendings
    GROUP BY spendings.dataset, spendings.release
),
counted_releases AS MATERIALIZED (
    SELECT
        known_releases.*,
        known_releases.is_here AND known_releases.release = $release AS is_own,
        -- Whoever forgets a budget forgets what it was spent on.
        known_releases.is_noisy
            AND coalesce(first_spendings.spent_at <= known_releases.created_at, false) AS is_counted
    FROM known_releases
    LEFT JOIN first_spendings
        ON first_spendings.dataset = known_releases.dataset AND first_spendings.release = known_releases.release
),
own_release AS MATERIALIZED (
    SELECT
        releases.*,
        (SELECT max(members.series) FROM setrisk.series AS members WHERE members.release = releases.release) AS series
    FROM counted_releases AS releases
    WHERE releases.is_own
),
candidates AS MATERIALIZED (
    SELECT releases.* FROM counted_releases AS releases WHERE NOT releases.is_own
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
    WHERE EXISTS (SELECT candidates.release FROM candidates)
),
shared_ids AS MATERIALIZED (
    SELECT ids.dataset, datasets.loaded_at, bool_or(own_ids.id IS NOT NULL) AS is_shared
    FROM setrisk_private.transaction_id AS ids
    JOIN setrisk_private.dataset AS datasets ON datasets.dataset = ids.dataset
    LEFT JOIN own_ids ON own_ids.id = setrisk_internal.plain_id(ids.id)
    WHERE ids.dataset IN (SELECT candidates.dataset FROM candidates)
    GROUP BY ids.dataset, datasets.loaded_at
    UNION ALL
    SELECT loads.dataset, loads.loaded_at, bool_or(people.person IS NOT NULL) AS is_shared
    FROM (SELECT DISTINCT people.dataset, people.loaded_at FROM setrisk_private.exported_person AS people) AS loads
    CROSS JOIN own_ids
    LEFT JOIN setrisk_private.exported_person AS people
        ON people.dataset = loads.dataset
        AND people.loaded_at = loads.loaded_at
        AND people.person = setrisk_internal.hashed_person(loads.dataset || loads.loaded_at, own_ids.id)
    GROUP BY loads.dataset, loads.loaded_at
)
SELECT
    compared_releases.release,
    compared_releases.is_here,
    compared_releases.exported_at,
    compared_releases.is_of_the_same
FROM (
    SELECT
        candidates.release,
        candidates.is_here,
        candidates.exported_at,
        CASE
            WHEN candidates.dataset = own_release.dataset AND candidates.loaded_at = own_release.loaded_at THEN true
            WHEN EXISTS (SELECT own_ids.id FROM own_ids) AND shared_ids.dataset IS NOT NULL THEN shared_ids.is_shared
            -- As the budget has it, where there are no ids.
            WHEN candidates.dataset IN (SELECT sharing_datasets.sharer FROM sharing_datasets) THEN true
        END AS is_of_the_same
    FROM candidates
    CROSS JOIN own_release
    LEFT JOIN shared_ids ON shared_ids.dataset = candidates.dataset AND shared_ids.loaded_at = candidates.loaded_at
    WHERE NOT (
            own_release.is_counted
            AND candidates.is_counted
            AND candidates.dataset IN (SELECT sharing_datasets.sharer FROM sharing_datasets)
        )
        AND NOT (
            candidates.is_here
            AND EXISTS (
                SELECT members.release
                FROM setrisk.series AS members
                WHERE members.release = candidates.release AND members.series = own_release.series
            )
        )
) AS compared_releases
WHERE compared_releases.is_of_the_same IS DISTINCT FROM false
