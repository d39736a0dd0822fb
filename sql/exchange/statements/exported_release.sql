-- exported_release(release, n_rows)
-- What a release says of itself when it is exported. The name of its data set is left out.
--
-- parameter: n_rows: a JSON object with the number of rows of each exported table
-- row: one
-- column: family VARCHAR: the family of the method
-- column: method VARCHAR: what made the release
-- column: parameters JSON: those of the method
-- column: created_at DATE: the day, in UTC
-- column: marks VARCHAR: its marks, separated by blanks
-- column: n_rows VARCHAR: as given
-- reads: published
SELECT
    releases.family,
    releases.method,
    releases.parameters,
    -- Not the minute, which may reveal whose data were in by then.
    CAST(releases.created_at AS DATE) AS created_at,
    array_to_string(releases.marks, ' ') AS marks,
    $n_rows AS n_rows
FROM setrisk.release AS releases
WHERE releases.release = $release
