-- known_names(release, measure, family := NULL)
-- The two names, a row each; an error where either is not known, or the release is of another family.
--
-- column: name VARCHAR
-- reads: published
SELECT releases.release AS name FROM setrisk_internal.known_release($release, family := $family) AS releases
UNION ALL
SELECT measures.measure AS name FROM setrisk_internal.known_measure($measure) AS measures
