-- store_unattacked_risk(release)
-- Store the risk of each record of a disassociated release, one by rho-uncertainty, or a histogram that nobody has
-- attacked. It need not be computed: nobody is at risk, unless the release shows the data as they are.
--
-- reads:  originals
-- writes: setrisk_private.record_risk
INSERT INTO setrisk_private.record_risk BY NAME
WITH family_risks AS (
    SELECT
        people.record,
        people.tid,
        'none' AS attack,
        false AS at_risk,
        0 AS score,
        setrisk_internal.unattacked_evidence(people.family) AS evidence,
        CAST(NULL AS BIGINT) AS candidates
    FROM (
        SELECT 'disassociation' AS family, CAST(NULL AS BIGINT) AS record, origin.tid
        FROM setrisk_private.provenance AS origin
        WHERE origin.release = $release AND origin.chunk IS NULL
        UNION ALL
        SELECT 'uncertainty' AS family, origin.record, origin.tid
        FROM setrisk_private.provenance AS origin
        WHERE origin.release = $release
        UNION ALL
        SELECT 'histogram' AS family, NULL AS record, numbers.tid
        FROM setrisk_internal.transaction_numbers(
            (
                SELECT releases.dataset
                FROM setrisk.release AS releases
                WHERE releases.release = $release AND releases.family = 'histogram'
            )
        ) AS numbers
    ) AS people
    JOIN setrisk.release AS releases ON releases.release = $release AND releases.family = people.family
)
SELECT $release AS release, risks.*
FROM setrisk_internal.risk_as_shown($release, 'family_risks') AS risks
ORDER BY risks.tid
