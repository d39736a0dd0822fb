-- needed_changes(series, release)
-- For each private term that puts records of a unit at risk, the smallest change of the last release of the series
-- after which the term puts none of them at risk.
--
-- parameter: release: the last release of the series, which may still be changed
-- row: one per unit of any release of the series and private term that puts records of it at risk
-- column: scope VARCHAR: transitive (clusters, and what is left of them) or global
-- column: release VARCHAR
-- column: cluster INTEGER, >= 0: cluster of the records at risk, 0 for the whole release
-- column: item VARCHAR
-- column: anyway BOOLEAN: whether they are at risk without the release too
-- column: change VARCHAR: what has to be changed, in words
-- reads: published
WITH found AS (
    SELECT
        asked.unit,
        asked.release,
        asked.cluster,
        asked.item,
        made.method = 'm-invariance' AS in_groups,
        CASE
            WHEN asked.release = $release THEN _setrisk_own_changes_v1(
                asked.held, asked.n_records, asked.release_copies, asked.allowed,
                TRY_CAST(json_extract_string(made.parameters, '$.r_th') AS DOUBLE), asked.evidence, asked.kinds, asked.in_bag,
                asked.release_records, asked.unit = 'global'
            )
        END AS changes,
        CASE
            WHEN asked.release <> $release THEN _setrisk_added_counterfeits_v1(
                asked.copies, asked.n_records, asked.allowed, asked.evidence, asked.kinds, asked.in_bag,
                asked.release_records
            )
        END AS added
    FROM setrisk_internal.risky_covers($series, $release) AS asked
    JOIN setrisk.release AS made ON made.release = $release
)
SELECT
    CASE WHEN found.unit = 'global' THEN 'global' ELSE 'transitive' END AS scope,
    found.release,
    found.cluster,
    found.item,
    coalesce(len(found.added) = 0, false) AS anyway,
    CASE
        WHEN len(found.added) = 0 THEN 'none: at risk without ' || $release
        -- Its groups have whole private sets, each once: no copy comes or goes alone.
        WHEN found.in_groups THEN 'none found: m-invariance has no single copies to change'
        WHEN found.release = $release THEN concat_ws(
            ' or ',
            'copies to the global bag: ' || found.changes.bagged,
            'counterfeits without it: ' || found.changes.counterfeits,
            'copies to leave out: ' || found.changes.withheld
        ) || CASE WHEN found.cluster = 0 THEN '' ELSE ' (cluster ' || found.cluster || ')' END
        WHEN found.added IS NULL THEN 'none found: what is left of clusters tells it'
        ELSE array_to_string(
            list_transform(
                found.added,
                lambda each: concat_ws(
                    ' and ',
                    CASE WHEN each.with_term > 0 THEN 'counterfeits with it: ' || each.with_term END,
                    CASE WHEN each.without_term > 0 THEN 'counterfeits without it: ' || each.without_term END
                ) || CASE WHEN each.cluster = 0 THEN '' ELSE ' (cluster ' || each.cluster || ')' END
            ),
            ', '
        )
    END AS change
FROM found
