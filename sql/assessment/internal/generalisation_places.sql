-- generalisation_places(release)
-- What each record of a generalised release shows: items, and generalised items, which stand for any of their members.
--
-- row: one per record and entry of it
-- column: host BIGINT, >= 1: the record
-- column: weight BIGINT, records, >= 1: always 1
-- column: chunk VARCHAR: one for each host
-- column: part BIGINT, >= 1: always 1
-- column: part_weight BIGINT, records, >= 1: the same as weight
-- column: item_id INTEGER?: NULL for a generalised item
-- column: generalised_item INTEGER?: NULL for an item
-- reads: published
SELECT
    entries.record AS host,
    CAST(1 AS BIGINT) AS weight,
    CAST(entries.record AS VARCHAR) AS chunk,
    CAST(1 AS BIGINT) AS part,
    CAST(1 AS BIGINT) AS part_weight,
    entries.item_id,
    entries.generalised_item
FROM setrisk.generalised_record AS entries
WHERE entries.release = $release
