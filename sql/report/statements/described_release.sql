-- described_release(release)
-- A release, how it was made, and how many items it names.
--
-- row:    one
-- column: dataset VARCHAR?: NULL if the release was imported
-- column: family VARCHAR
-- column: method VARCHAR
-- column: parameters JSON: those that everyone may know
-- column: marks VARCHAR[]
-- column: created_at TIMESTAMP
-- column: items BIGINT, items, >= 0
-- reads:  published
SELECT
    releases.dataset,
    releases.family,
    releases.method,
    releases.parameters,
    releases.marks,
    releases.created_at,
    (SELECT count(*) FROM setrisk.published_item AS items WHERE items.release = releases.release) AS items
FROM setrisk.release AS releases
WHERE releases.release = $release
