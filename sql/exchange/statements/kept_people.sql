-- kept_people(dataset)
-- Of how many people hashed ids are kept since a data set of this name was dropped.
--
-- row:    one, or none if no release of it was exported
-- column: n_people BIGINT, >= 0
-- reads:  originals
SELECT count(DISTINCT people.person) AS n_people
FROM setrisk_private.export_run AS runs
LEFT JOIN setrisk_private.exported_person AS people ON people.dataset = runs.dataset
WHERE runs.dataset = $dataset
HAVING count(runs.release) > 0
