-- is_assessed_dataset(dataset)
-- Whether a data set was assessed as it is, and its name leads to what was found, since no release has it.
--
-- row:    one
-- column: is_assessed BOOLEAN
-- reads:  originals
SELECT count(*) > 0 AS is_assessed
FROM setrisk_private.assessed_dataset AS attacks
ANTI JOIN setrisk.release AS releases ON releases.release = attacks.dataset
WHERE attacks.dataset = $dataset
