-- needed_changes(series, release)
-- For each sensitive item that puts records of a unit at risk, the smallest change of the last release of the series
-- after which the term puts none of them at risk.
--
-- parameter: release: the last release of the series, which may still be changed
-- row: one per unit of any release of the series and sensitive item that puts records of it at risk
-- column: scope VARCHAR: transitive (clusters, and what is left of them) or global
-- column: release VARCHAR
-- column: cluster INTEGER, >= 0: cluster of the records at risk, 0 for the whole release
-- column: item VARCHAR
-- column: already_at_risk BOOLEAN: whether they are at risk without the release too
-- column: change VARCHAR: what has to be changed, in words
-- reads: published
WITH changes AS (
    SELECT
        covers.unit,
        covers.release,
        covers.cluster,
        covers.item,
        releases.method,
        EXISTS (
            SELECT sets.item_id FROM setrisk.sensitive_set AS sets WHERE sets.release = $release
        ) AS has_sets,
        CASE
            WHEN covers.release = $release THEN _setrisk_own_changes_v1(
                covers.held_copies, covers.n_records, covers.release_copies, covers.allowed_belief,
                setrisk_internal.numeric_parameter(releases.parameters, 'r_th'), covers.evidence, covers.classes,
                covers.in_bag, covers.release_records, covers.unit = 'global'
            )
        END AS own_changes,
        CASE
            WHEN covers.release <> $release THEN _setrisk_added_counterfeits_v1(
                covers.copies, covers.n_records, covers.allowed_belief, covers.evidence, covers.classes, covers.in_bag,
                covers.release_records
            )
        END AS added
    FROM setrisk_internal.risky_covers($series, $release) AS covers
    JOIN setrisk.release AS releases ON releases.release = $release
)
SELECT
    CASE WHEN changes.unit = 'global' THEN 'global' ELSE 'transitive' END AS scope,
    changes.release,
    changes.cluster,
    changes.item,
    coalesce(len(changes.added) = 0, false) AS already_at_risk,
    CASE
        WHEN len(changes.added) = 0 THEN 'none: at risk without ' || $release
        -- Its clusters have whole sensitive sets, each once: no copy comes or goes alone.
        WHEN changes.has_sets THEN 'none found: ' || changes.method || ' has no single copies to change'
        WHEN changes.release = $release THEN concat_ws(
            ' or ',
            'copies to the global bag: ' || changes.own_changes.bagged,
            'counterfeits without it: ' || changes.own_changes.counterfeits,
            'copies to leave out: ' || changes.own_changes.withheld
        ) || CASE WHEN changes.cluster = 0 THEN '' ELSE ' (cluster ' || changes.cluster || ')' END
        WHEN changes.added IS NULL THEN 'none found: what is left of clusters reveals it'
        ELSE array_to_string(
            list_transform(
                changes.added,
                lambda batch: concat_ws(
                    ' and ',
                    CASE WHEN batch.with_term > 0 THEN 'counterfeits with it: ' || batch.with_term END,
                    CASE WHEN batch.without_term > 0 THEN 'counterfeits without it: ' || batch.without_term END
                ) || CASE WHEN batch.cluster = 0 THEN '' ELSE ' (cluster ' || batch.cluster || ')' END
            ),
            ', '
        )
    END AS change
FROM changes
