-- store_shown_generalisation_risk(release)
-- Compute and store the risk of each record of a generalised release that protects all itemsets up to a size, and that
-- nobody has attacked.
--
-- reads:  originals
-- writes: setrisk_private.record_risk
INSERT INTO setrisk_private.record_risk BY NAME
WITH family_risks AS (
    SELECT computed_risks.* FROM setrisk_internal.shown_generalisation_risk($release) AS computed_risks
)
SELECT $release AS release, risks.*
FROM setrisk_internal.risk_as_shown($release, 'family_risks') AS risks
ORDER BY risks.tid
