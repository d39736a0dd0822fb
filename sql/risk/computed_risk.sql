-- computed_risk(release, attack)
-- One row per record of the release, for its owner: its risk by one stored attack, or by none, computed from what the attack
-- found. Storing it is the task of whoever runs the attack; `risk` reads what is stored.
-- record BIGINT; at_risk BOOLEAN; score DOUBLE in [0, 1]; candidates BIGINT: as in setrisk_private.record_risk; evidence VARCHAR
-- internal
SELECT found.record, found.at_risk, found.score, found.candidates, found.evidence
FROM setrisk.generalisation_risk($release, attack := $attack) AS found
UNION ALL
SELECT found.record, found.at_risk, found.score, found.candidates, found.evidence
FROM setrisk.disassociation_risk($release, attack := $attack) AS found
UNION ALL
SELECT found.record, found.at_risk, found.score, NULL AS candidates, found.evidence
FROM setrisk.serial_risk($release, attack := $attack) AS found
UNION ALL
SELECT found.record, found.at_risk, found.score, NULL AS candidates, found.evidence
FROM setrisk.histogram_risk($release, attack := $attack) AS found
