-- elimination_evaluation_by_item(release, runs := 30)
-- One row per attack, run and generalised item, for the owner of the release: how well the attack told added members
-- from original ones. Attack 'random baseline' stands beside the stored attacks with `runs` runs; others have run 1. An
-- attack on unmarked generalised items may also eliminate items that stand alone: they are in the row without a
-- generalised item, and all wrong. An error where no release of that name was made in this database.
--
-- row: one per attack, run and generalised item, for the owner of the release
-- column: attack VARCHAR
-- column: run BIGINT
-- column: generalised_item INTEGER
-- column: cells BIGINT: of the table
-- column: original BIGINT: of the table
-- column: added BIGINT: of the table
-- column: eliminated BIGINT: by the attack
-- column: correct BIGINT: added ones among them
-- column: density DOUBLE: original / cells
-- reads: originals
SELECT
    coalesce(tables.attack, hits.attack) AS attack,
    coalesce(tables.run, hits.run) AS run,
    tables.generalised_item,
    coalesce(tables.cells, 0) AS cells,
    coalesce(tables.cells - tables.added, 0) AS original,
    coalesce(tables.added, 0) AS added,
    coalesce(hits.eliminated, 0) AS eliminated,
    coalesce(hits.correct, 0) AS correct,
    (tables.cells - tables.added) / tables.cells AS density
FROM (
    SELECT
        attacks.attack,
        attacks.run,
        truth.generalised_item,
        count(*) AS cells,
        count(*) FILTER (WHERE NOT truth.original) AS added
    FROM setrisk_internal.cell_truth($release) AS truth
    CROSS JOIN (
        SELECT stored.attack, 1 AS run
        FROM setrisk.attack AS stored
        WHERE stored.release = $release
        UNION ALL
        SELECT 'random baseline' AS attack, numbers.run
        FROM setrisk_internal.baseline_runs($runs) AS numbers
    ) AS attacks
    GROUP BY attacks.attack, attacks.run, truth.generalised_item
) AS tables
FULL JOIN (
    SELECT
        found.attack,
        found.run,
        truth.generalised_item,
        count(*) AS eliminated,
        count(*) FILTER (WHERE NOT coalesce(truth.original, true)) AS correct
    FROM (
        SELECT stored.attack, 1 AS run, stored.record, stored.item_id
        FROM setrisk.elimination AS stored
        WHERE stored.release = $release
        UNION ALL
        SELECT 'random baseline' AS attack, drawn.run, drawn.record, drawn.item_id
        FROM setrisk_internal.random_baseline($release, runs := $runs) AS drawn
    ) AS found
    LEFT JOIN setrisk_internal.cell_truth($release) AS truth
        ON truth.record = found.record AND truth.item_id = found.item_id
    GROUP BY found.attack, found.run, truth.generalised_item
) AS hits
    ON hits.attack = tables.attack
    AND hits.run = tables.run
    AND hits.generalised_item = tables.generalised_item
