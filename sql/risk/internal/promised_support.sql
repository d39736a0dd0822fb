-- promised_support(release)
-- One row: the support that the release promises for what it protects, and of itemsets up to which size.
--
-- column: k INTEGER
-- column: m INTEGER?: NULL where the release protects the itemsets of its privacy constraints
-- reads: published
SELECT
    TRY_CAST(json_extract_string(made.parameters, '$.k') AS INTEGER) AS k,
    TRY_CAST(json_extract_string(made.parameters, '$.m') AS INTEGER) AS m
FROM setrisk.release AS made
WHERE made.release = $release
