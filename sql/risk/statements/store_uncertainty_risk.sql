-- store_uncertainty_risk(release, attacks)
-- Compute and store the risk of each record of a release by rho-uncertainty by attacks, of which one may be 'none'.
--
-- reads:  originals
-- writes: setrisk_private.record_risk
INSERT INTO setrisk_private.record_risk BY NAME
WITH family_risks AS (
    SELECT computed_risks.* FROM setrisk_internal.uncertainty_risk($release, attacks := $attacks) AS computed_risks
)
SELECT $release AS release, risks.*
FROM setrisk_internal.risk_as_shown($release, 'family_risks') AS risks
ORDER BY risks.tid
