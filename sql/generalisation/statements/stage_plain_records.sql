-- stage_plain_records(release)
-- Stage what a generalised release publishes as it is: the items of each record that are not generalised, in their
-- order. Records without any are left out.
--
-- row:    one
-- column: k INTEGER?, >= 2: the least support that the release promises
-- column: share DOUBLE, fraction, 0 to 1: the fraction of the published items that are members of generalised items
-- reads:  published
-- stages: _setrisk_plain_records(items): the items of each record
CREATE OR REPLACE TEMP TABLE _setrisk_plain_records AS
SELECT records.items
FROM (
    SELECT entries.record, list(names.item ORDER BY entries.position) AS items
    FROM setrisk.generalised_record AS entries
    JOIN setrisk.published_item AS names ON names.item_id = entries.item_id
    WHERE entries.release = $release AND names.release = $release
    GROUP BY entries.record
) AS records
ORDER BY records.record;

SELECT
    CAST(setrisk_internal.numeric_parameter(releases.parameters, 'k') AS INTEGER) AS k,
    count(members.item_id) / count(*) AS share
FROM setrisk.release AS releases
JOIN setrisk.published_item AS names ON names.release = releases.release
LEFT JOIN setrisk.generalised_item AS members
    ON members.release = names.release AND members.item_id = names.item_id
WHERE releases.release = $release
GROUP BY releases.parameters
