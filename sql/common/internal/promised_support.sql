-- promised_support(release)
-- The support that a release promises for what it protects, and up to which size it protects itemsets.
--
-- row: one, or none if there is no such release
-- column: k INTEGER?, records, >= 2: NULL if the family has no such promise
-- column: m INTEGER?, >= 1: that size; NULL in a generalised release that protects the itemsets of its privacy
--     constraints
-- reads: published
SELECT
    TRY_CAST(json_extract_string(releases.parameters, '$.k') AS INTEGER) AS k,
    TRY_CAST(json_extract_string(releases.parameters, '$.m') AS INTEGER) AS m
FROM setrisk.release AS releases
WHERE releases.release = $release
