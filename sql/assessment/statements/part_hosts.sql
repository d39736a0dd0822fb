-- part_hosts()
-- The chunk and the host of each part.
--
-- stages: _setrisk_place(part, chunk, source, host, weight, part_weight, label, item_id,
--     generalised_item): what parts show
-- row:    one per part
-- column: part BIGINT, >= 0
-- column: chunk BIGINT, >= 0
-- column: host BIGINT, >= 0
-- column: weight BIGINT, records, >= 1: records of the host
-- column: source BIGINT, >= 0: of the chunk; the same for hosts that share it
-- column: part_weight BIGINT, records, >= 1: records that may have the part
SELECT DISTINCT places.part, places.chunk, places.host, places.weight, places.source, places.part_weight
FROM _setrisk_place AS places
ORDER BY places.part
