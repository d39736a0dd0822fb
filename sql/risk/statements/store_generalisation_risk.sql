-- store_generalisation_risk(release, attacks)
-- Compute and store the risk of each record of a generalised release by attacks, of which one may be 'none'.
--
-- reads:  originals
-- writes: setrisk_private.record_risk
INSERT INTO setrisk_private.record_risk BY NAME
SELECT $release AS release, risks.*
FROM setrisk_internal.generalisation_risk($release, attacks := $attacks) AS risks
ORDER BY risks.tid
