-- eliminated_items(release, attack)
-- How many items an attack eliminated from a generalised release, and how many of these correctly.
--
-- row:    one, or none if the attack was not run on the release
-- column: eliminated HUGEINT, items, >= 0
-- column: correct HUGEINT, items, >= 0
-- reads:  originals
SELECT runs.eliminated, runs.correct
FROM setrisk_internal.elimination_evaluation_by_draw($release, draws := 2) AS runs
WHERE runs.attack = $attack
