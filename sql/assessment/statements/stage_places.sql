-- stage_places()
-- Stage what a release shows, or some of its hosts, with parts, chunks, hosts and labels numbered from 0 in this order:
-- parts by chunk, chunks by host. Chunks of several hosts that are published once have one source.
--
-- stages: _setrisk_release_place(host, weight, chunk, part, part_weight, item_id, generalised_item): what it shows
-- stages: _setrisk_place(part, chunk, source, host, weight, part_weight, label, item_id,
--     generalised_item): what parts show
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
FROM _setrisk_release_place AS places
