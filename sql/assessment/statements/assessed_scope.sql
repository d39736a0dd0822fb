-- assessed_scope(release)
-- What an assessment of a release is about.
--
-- row:    one, or none if the release was not assessed
-- column: scope VARCHAR: a part of a sentence
-- reads:  originals
SELECT
    'it was assessed for attackers who know ' || string_agg(DISTINCT attacks.known, ', ' ORDER BY attacks.known)
    || CASE WHEN max(attacks.known) = 1 THEN ' item' ELSE ' items' END || ' of a person, and for no others'
    || coalesce('; narrowed down means fewer than ' || max(attacks.k) || ' records', '') AS scope
FROM setrisk_private.assessed_attack AS attacks
WHERE attacks.release = $release
HAVING count(*) > 0
