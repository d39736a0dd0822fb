-- elimination_evaluation_by_item(release, draws := 30)
-- How well attacks on generalised items do, by item and draw. Each attack, and each draw of the random baseline, has to
-- separate added members from original ones. An attack on unlabelled generalised items may also eliminate items that
-- belong to none: the row without a generalised item counts those, and all of them are wrong. For the owner of the
-- release.
--
-- parameter: release: a generalised release that was made in this database
-- parameter: draws: how often the random baseline is repeated, 1 to 10,000
-- row:       one per attack, draw and generalised item
-- column:    attack VARCHAR: the name of the attack, or 'random_baseline'
-- column:    draw BIGINT, >= 1: the draw of the random baseline; 1 for a stored attack
-- column:    generalised_item INTEGER?, >= 1: its number; NULL for eliminated items that belong to none
-- column:    cells BIGINT, cells, >= 0: cells of its distance table, one per record and member
-- column:    original BIGINT, cells, >= 0: members that the record has in the original data
-- column:    added BIGINT, cells, >= 0: the other members
-- column:    eliminated BIGINT, cells, >= 0: members that the attack eliminated
-- column:    correct BIGINT, cells, >= 0: added ones among the eliminated
-- column:    density DOUBLE?, fraction, 0 to 1: original / cells; NULL without a generalised item
-- reads:     originals
-- source:    THESIS 5.2
-- page:      generalisation.md
-- example:   FROM setrisk.elimination_evaluation_by_item('r1', draws := 1)
SELECT
    coalesce(tables.attack, counts.attack) AS attack,
    coalesce(tables.draw, counts.draw) AS draw,
    tables.generalised_item,
    coalesce(tables.cells, 0) AS cells,
    coalesce(tables.cells - tables.added, 0) AS original,
    coalesce(tables.added, 0) AS added,
    coalesce(counts.eliminated, 0) AS eliminated,
    coalesce(counts.correct, 0) AS correct,
    (tables.cells - tables.added) / tables.cells AS density
FROM (
    SELECT
        attacks.attack,
        attacks.draw,
        truth.generalised_item,
        count(*) AS cells,
        count(*) FILTER (WHERE NOT truth.original) AS added
    FROM setrisk_internal.cell_truth($release) AS truth
    CROSS JOIN (
        SELECT attacks.attack, 1 AS draw
        FROM setrisk.attack_run AS attacks
        WHERE attacks.release = $release
        UNION ALL
        SELECT 'random_baseline' AS attack, numbers.draw
        FROM setrisk_internal.numbered_draws('draws', $draws) AS numbers
    ) AS attacks
    GROUP BY attacks.attack, attacks.draw, truth.generalised_item
) AS tables
FULL JOIN (
    SELECT
        eliminations.attack,
        eliminations.draw,
        truth.generalised_item,
        count(*) AS eliminated,
        count(*) FILTER (WHERE NOT coalesce(truth.original, true)) AS correct
    FROM (
        SELECT eliminations.attack, 1 AS draw, eliminations.record, eliminations.item_id
        FROM setrisk.elimination AS eliminations
        WHERE eliminations.release = $release
        UNION ALL
        SELECT 'random_baseline' AS attack, draws.draw, draws.record, draws.item_id
        FROM setrisk_internal.random_baseline($release, draws := $draws) AS draws
    ) AS eliminations
    LEFT JOIN setrisk_internal.cell_truth($release) AS truth
        ON truth.record = eliminations.record AND truth.item_id = eliminations.item_id
    GROUP BY eliminations.attack, eliminations.draw, truth.generalised_item
) AS counts
    ON counts.attack = tables.attack
    AND counts.draw = tables.draw
    AND counts.generalised_item = tables.generalised_item
