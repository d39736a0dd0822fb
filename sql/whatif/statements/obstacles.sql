-- obstacles(grid, max_narrowing, max_inference, max_linkability, max_singling_out, known, needs_attacks)
-- Why releases of a grid cannot be recommended, whatever their risk is.
--
-- parameter: max_narrowing: NULL for no such limit, as for the next three
-- parameter: known: the numbers of known items that a release must have been assessed for; NULL for the default
-- parameter: needs_attacks: whether there is a limit on what attacks on its promise find
-- row:       one per release that cannot be recommended
-- column:    cell INTEGER, >= 1: of the release
-- column:    obstacle VARCHAR: the reason, in words, as said of one release
-- reads:     originals
SELECT obstacles.cell, obstacles.obstacle
FROM setrisk_internal.obstacles(
    $grid, $max_narrowing, $max_inference, $max_linkability, $max_singling_out, $known, $needs_attacks
) AS obstacles
ORDER BY obstacles.cell
