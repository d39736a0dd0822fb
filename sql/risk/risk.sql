-- risk(release, at_risk_below := NULL)
-- One row per record and attack, for the owner of the release, one shape for all families: can the attack tell whose
-- record it is, or what it holds, better than the release promises? Attack 'none' is the release as it is. The rows are
-- computed when the release is made and when an attack is run; those of a random baseline are of its first draw:
-- risk_summary has the mean. at_risk_below: of generalised and disassociated releases, the number of candidates below
-- which a record is at risk; the release's own k unless given. An error where no release of that name was made in this
-- database.
--
-- row: one per record and attack, for the owner of the release, one shape for all families
-- column: record BIGINT
-- column: attack VARCHAR
-- column: at_risk BOOLEAN
-- column: score DOUBLE, 0 to 1
-- column: evidence VARCHAR: in words
-- checks: own_release($release)
-- reads: originals
SELECT
    stored.record,
    stored.attack,
    setrisk_internal.is_narrowed(stored.at_risk, stored.candidates, $at_risk_below) AS at_risk,
    stored.score,
    stored.evidence
FROM setrisk_private.record_risk AS stored
WHERE stored.release = $release
