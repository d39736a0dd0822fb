-- assessed_by(name)
-- By what a release, or a data set of the name, was assessed.
--
-- row:    one per number of known items and criterion
-- column: known BIGINT, items, >= 1
-- column: criterion VARCHAR
-- reads:  originals
SELECT attacks.known, attacks.criterion
FROM setrisk_private.assessed_attack AS attacks
WHERE attacks.release = $name
UNION
SELECT counts.known, counts.criterion
FROM setrisk_private.assessed_dataset AS counts
WHERE counts.dataset = $name
