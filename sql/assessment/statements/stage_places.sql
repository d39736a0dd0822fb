-- stage_places(release)
-- Stage where the items of a person's record may be in a release, with parts, chunks, hosts and labels numbered from 0
-- in this order: parts by chunk, chunks by host. Chunks of several hosts that are published once have one source.
--
-- stages: _setrisk_place(part, chunk, source, host, weight, part_weight, label, item_id,
--     generalised_item): what parts show
-- reads:  published
CREATE OR REPLACE TEMP TABLE _setrisk_place AS
SELECT
    dense_rank() OVER (ORDER BY places.host, places.chunk, places.part) - 1 AS part,
    dense_rank() OVER (ORDER BY places.host, places.chunk) - 1 AS chunk,
    dense_rank() OVER (ORDER BY places.chunk) - 1 AS source,
    dense_rank() OVER (ORDER BY places.host) - 1 AS host,
    places.weight,
    places.part_weight,
    dense_rank() OVER (ORDER BY places.generalised_item NULLS FIRST, places.item_id) - 1 AS label,
    places.item_id,
    places.generalised_item
FROM (
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
) AS places
