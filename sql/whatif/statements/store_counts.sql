-- store_counts(grid, cell)
-- Store how often the attacks of the common adversary on a release of a grid were right.
--
-- stages: _setrisk_counts(criterion, known, choice, adversary, variant, attempts, successes, k, scale): a row for each
-- writes: setrisk_private.whatif_assessed_attack
INSERT INTO setrisk_private.whatif_assessed_attack BY NAME
SELECT $grid AS grid, $cell AS cell, counts.*
FROM _setrisk_counts AS counts
