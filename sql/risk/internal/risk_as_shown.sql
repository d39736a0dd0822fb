-- risk_as_shown(release, family_risks)
-- The risk of the records of a release by attacks, as it is stored. An unprotected release puts everyone at risk as it
-- is, whatever it promises: it shows the data, and the same data have the same risk in all families.
--
-- parameter: family_risks: the name of a CTE of the caller with the rows of the risk of the release's family
-- row: one per row of family_risks, for the owner of the release
-- column: record BIGINT?, >= 1
-- column: tid BIGINT, >= 1
-- column: attack VARCHAR
-- column: at_risk BOOLEAN
-- column: score DOUBLE, fraction, 0 to 1
-- column: evidence VARCHAR
-- column: candidates BIGINT?, records, >= 1: NULL if everyone is at risk, by any threshold
-- reads: published, $family_risks: originals
-- duckdb only: query_table
SELECT
    rows.record,
    rows.tid,
    rows.attack,
    rows.is_unprotected OR rows.at_risk AS at_risk,
    CASE WHEN rows.is_unprotected THEN 1 ELSE rows.score END AS score,
    CASE WHEN rows.is_unprotected THEN 'the release shows the data as they are' ELSE rows.evidence END AS evidence,
    CASE WHEN NOT rows.is_unprotected THEN rows.candidates END AS candidates
FROM (
    SELECT
        risks.*,
        risks.attack = 'none' AND list_contains(releases.marks, 'unprotected') AS is_unprotected
    FROM query_table($family_risks) AS risks
    JOIN setrisk.release AS releases ON releases.release = $release
) AS rows
