-- known_cells(release, knowledge)
-- How much of the distance tables of a generalised release is in what an attacker knows.
--
-- row:    one
-- column: known_cells DOUBLE?, fraction, 0 to 1: cells with a distance divided by all; NULL if there are no cells
-- reads:  published
SELECT count(distances.distance) / count(*) AS known_cells
FROM setrisk_internal.distances($release, $knowledge, setrisk_internal.as_view()) AS distances
