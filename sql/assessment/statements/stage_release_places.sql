-- stage_release_places(release)
-- Stage where the items of a person's record may be in a release.
--
-- stages: _setrisk_release_place(host, weight, chunk, part, part_weight, item_id, generalised_item): what parts show
-- reads:  published
CREATE OR REPLACE TEMP TABLE _setrisk_release_place AS
SELECT entries.*
FROM setrisk_internal.generalisation_places($release) AS entries
UNION ALL
SELECT entries.*
FROM setrisk_internal.disassociation_places($release) AS entries
UNION ALL
SELECT entries.*
FROM setrisk_internal.serial_places($release) AS entries
UNION ALL
SELECT entries.*
FROM setrisk_internal.histogram_places($release) AS entries
