-- store_disassociation_risk(release, attack)
-- Compute and store the risk of each record of a disassociated release by an attack, or by 'none'.
--
-- reads:  originals
-- writes: setrisk_private.record_risk
INSERT INTO setrisk_private.record_risk
SELECT
    $release,
    computed.attack,
    computed.record,
    computed.at_risk,
    computed.score,
    computed.candidates,
    computed.evidence
FROM setrisk_internal.disassociation_risk($release, attack := $attack) AS computed
ORDER BY computed.record
