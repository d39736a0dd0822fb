-- risk(release, at_risk_below := NULL)
-- One row per record and attack, for the owner of the release, one shape for all families: can the attack tell whose record it
-- is, or what it holds, better than the release promises? Attack 'none' is the release as it is. The rows are computed when the
-- release is made and when an attack is run; those of a random baseline are of its first draw: risk_summary has the mean.
-- at_risk_below: of generalised and disassociated releases, the number of candidates below which a record is at risk; the
-- release's own k unless given.
-- An error where no release of that name was made in this database.
-- record BIGINT; attack VARCHAR; at_risk BOOLEAN; score DOUBLE in [0, 1]; evidence VARCHAR: in words
SELECT
    stored.record,
    stored.attack,
    setrisk.is_narrowed(stored.at_risk, stored.candidates, $at_risk_below) AS at_risk,
    stored.score,
    stored.evidence
FROM setrisk_private.record_risk AS stored
WHERE stored.release = $release
UNION ALL  -- no row, but the error for a name that is not known; constants would be optimised away with it
SELECT length(own.release), own.release, own.release <> '', length(own.release), own.release
FROM setrisk.own_release($release) AS own
WHERE own.release IS NULL
