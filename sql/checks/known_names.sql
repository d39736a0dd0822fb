-- known_names(release, knowledge, family := NULL)
-- The names of a release and of knowledge; an error if one of them is unknown, or the release is of another family.
--
-- parameter: family: the family that the release must be of; NULL for any
-- row: two, the release and the knowledge
-- column: name VARCHAR
-- reads: published
SELECT releases.release AS name FROM setrisk_internal.known_release($release, family := $family) AS releases
UNION ALL
SELECT knowledge.knowledge AS name FROM setrisk_internal.known_knowledge($knowledge) AS knowledge
