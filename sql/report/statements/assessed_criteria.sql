-- assessed_criteria(release)
-- By which criteria a release was assessed.
--
-- row:    one per criterion, or none if the release was not assessed
-- column: criterion VARCHAR
-- column: k INTEGER?, records, >= 2: of narrowing, the number of records below which a person counts
-- reads:  originals
SELECT attacks.criterion, max(attacks.k) AS k
FROM setrisk_private.assessed_attack AS attacks
WHERE attacks.release = $release
GROUP BY attacks.criterion
