-- label_parts()
-- The parts that show each label.
--
-- stages: _setrisk_place(part, chunk, source, host, weight, part_weight, label, item_id,
--     generalised_item): what parts show
-- row:    one per label and part
-- column: label BIGINT, >= 0
-- column: part BIGINT, >= 0
SELECT DISTINCT places.label, places.part
FROM _setrisk_place AS places
ORDER BY places.label, places.part
