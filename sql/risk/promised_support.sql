-- promised_support(release)
-- One row: the support that the release promises for what it protects.
-- k INTEGER
-- internal
SELECT TRY_CAST(json_extract_string(made.parameters, '$.k') AS INTEGER) AS k
FROM setrisk.release AS made
WHERE made.release = $release
