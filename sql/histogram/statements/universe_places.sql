-- universe_places()
-- The places in the universe of those of its items that the dictionary of the data has.
--
-- row:    one per item of the universe that is in the dictionary
-- column: item_id INTEGER
-- column: place BIGINT, >= 0
-- reads:  originals
-- stages: _setrisk_universe(place, item): the items of the universe
SELECT items.item_id, universe.place
FROM _setrisk_universe AS universe
JOIN setrisk_private.item AS items ON items.item = universe.item
