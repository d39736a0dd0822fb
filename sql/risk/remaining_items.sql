-- remaining_items(release)
-- One row per item that a record of a generalised release may still hold after an attack; attack 'none' is the release
-- as published. An error where there is no such release.
--
-- row: one per item that a record of a generalised release may still hold after an attack; attack 'none' is the release
--     as published
-- column: attack VARCHAR
-- column: record BIGINT
-- column: item_id INTEGER
-- checks: known_release($release, family := 'generalisation')
-- reads: published
SELECT found.attack, found.record, found.item_id
FROM setrisk_internal.remaining_items_of($release) AS found
