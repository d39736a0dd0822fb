-- risk(release)
-- One row per published record and attack, for the owner of the release, one shape for all families: can the attack
-- tell whose record it is, or what it holds, better than the release promises? Attack 'none' is the release as it is.
-- An error where no release of that name was made in this database.
-- record BIGINT; attack VARCHAR; at_risk BOOLEAN; score DOUBLE in [0, 1]; evidence VARCHAR: in words
SELECT found.record, found.attack, found.at_risk, found.score, found.evidence
FROM setrisk.generalisation_risk($release) AS found
UNION ALL
SELECT found.record, found.attack, found.at_risk, found.score, found.evidence
FROM setrisk.disassociation_risk($release) AS found
UNION ALL
SELECT found.record, found.attack, found.at_risk, found.score, found.evidence
FROM setrisk.serial_risk($release) AS found
UNION ALL
SELECT found.record, found.attack, found.at_risk, found.score, found.evidence
FROM setrisk.histogram_risk($release) AS found
UNION ALL  -- no row, but the error for a name that is not known; constants would be optimised away with it
SELECT length(own.release), own.release, own.release <> '', length(own.release), own.release
FROM setrisk.own_release($release) AS own
WHERE own.release IS NULL
