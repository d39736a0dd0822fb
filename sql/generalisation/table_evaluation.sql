-- table_evaluation(release, runs := 30)
-- One row per attack, run and generalised item, for the owner of the release: how well the attack told added members
-- from original ones. Attack 'random baseline' stands beside the stored attacks with `runs` runs; others have run 1.
-- attack VARCHAR; run BIGINT; generalised_item INTEGER; cells, original, added BIGINT: of the table;
-- eliminated BIGINT: by the attack; correct BIGINT: added ones among them; density DOUBLE: original / cells
SELECT
    tables.attack,
    tables.run,
    tables.generalised_item,
    tables.cells,
    tables.cells - tables.added AS original,
    tables.added,
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
    FROM setrisk.cell_truth($release) AS truth
    CROSS JOIN (
        SELECT stored.attack, 1 AS run
        FROM setrisk.attack AS stored
        WHERE stored.release = $release
        UNION ALL
        SELECT 'random baseline' AS attack, numbers.run
        FROM range(1, $runs + 1) AS numbers(run)
    ) AS attacks
    GROUP BY attacks.attack, attacks.run, truth.generalised_item
) AS tables
LEFT JOIN (
    SELECT
        found.attack,
        found.run,
        found.generalised_item,
        count(*) AS eliminated,
        count(*) FILTER (WHERE NOT truth.original) AS correct
    FROM (
        SELECT stored.attack, 1 AS run, stored.generalised_item, stored.record, stored.item_id
        FROM setrisk.elimination AS stored
        WHERE stored.release = $release
        UNION ALL
        SELECT 'random baseline' AS attack, drawn.run, drawn.generalised_item, drawn.record, drawn.item_id
        FROM setrisk.random_baseline($release, runs := $runs) AS drawn
    ) AS found
    JOIN setrisk.cell_truth($release) AS truth
        ON truth.generalised_item = found.generalised_item
        AND truth.record = found.record
        AND truth.item_id = found.item_id
    GROUP BY found.attack, found.run, found.generalised_item
) AS hits
    ON hits.attack = tables.attack
    AND hits.run = tables.run
    AND hits.generalised_item = tables.generalised_item
