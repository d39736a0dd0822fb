-- known_generalised_item(release, generalised_item := NULL, labelled := true, unlabelled_k := 2, utility_constraints := NULL)
-- The name of a release; an error if the attacker sees no generalised item of this number in it. Whether there is such
-- a release is not looked at here.
--
-- row: one
-- column: release VARCHAR?: NULL if there is no such generalised release
-- reads: published
-- duckdb only: error
SELECT
    CASE
        WHEN count(releases.release) > 0 AND count(members.item_id) = 0
            THEN error(
                'the release ' || $release || ' has no generalised item '
                || coalesce(CAST($generalised_item AS VARCHAR), 'NULL')
                || CASE
                    WHEN $labelled THEN '; FROM setrisk.generalised_items(release) lists them'
                    ELSE ' that the attacker would see in it without labels'
                END
            )
        ELSE max(releases.release)
    END AS release
FROM setrisk.release AS releases
LEFT JOIN setrisk_internal.attacked_items(
    $release,
    setrisk_internal.as_view(
        labelled := $labelled, unlabelled_k := $unlabelled_k, utility_constraints := $utility_constraints
    )
) AS members
    ON members.generalised_item = $generalised_item
WHERE releases.release = $release AND releases.family = 'generalisation'
