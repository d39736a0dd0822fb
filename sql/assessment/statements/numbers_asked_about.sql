-- numbers_asked_about(release)
-- With how many known items a release was assessed.
--
-- row:    one
-- column: numbers VARCHAR?: the numbers, ascending, separated by commas; NULL if it was not assessed
-- reads:  originals
SELECT string_agg(numbers.known, ', ' ORDER BY numbers.known) AS numbers
FROM (
    SELECT DISTINCT attacks.known
    FROM setrisk_private.assessed_attack AS attacks
    WHERE attacks.release = $release
) AS numbers
