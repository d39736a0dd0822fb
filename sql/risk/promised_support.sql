-- promised_support(release)
-- One row: the support that the release promises for what it protects, and of itemsets up to which size.
-- k INTEGER; m INTEGER: NULL where the release protects the itemsets of its privacy constraints
-- internal
SELECT
    TRY_CAST(json_extract_string(made.parameters, '$.k') AS INTEGER) AS k,
    TRY_CAST(json_extract_string(made.parameters, '$.m') AS INTEGER) AS m
FROM setrisk.release AS made
WHERE made.release = $release
