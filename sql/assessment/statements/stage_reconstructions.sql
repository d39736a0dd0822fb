-- stage_reconstructions(release, reconstructions, seed)
-- Stage random reconstructions of a release, their items numbered from 0, the most frequent first, then by name.
--
-- parameter: reconstructions: how many to draw
-- parameter: seed: seed of the draws
-- stages: _setrisk_drawn_entry(reconstruction, record, item, weight): the reconstructions
-- stages: _setrisk_shown_item(item, number, weight): the items
-- reads:  published
CREATE OR REPLACE TEMP TABLE _setrisk_drawn_entry AS
SELECT entries.reconstruction, entries.record, entries.item, entries.weight
FROM setrisk.reconstructions($release, reconstructions := $reconstructions, seed := $seed) AS entries;

CREATE OR REPLACE TEMP TABLE _setrisk_shown_item AS
SELECT
    supports.item,
    row_number() OVER (ORDER BY supports.weight DESC, supports.item) - 1 AS number,
    supports.weight
FROM (
    SELECT names.item, coalesce(sum(entries.weight), 0) AS weight
    FROM setrisk.published_item AS names
    -- An item that no reconstruction holds is shown all the same: as a member of a generalised item.
    LEFT JOIN _setrisk_drawn_entry AS entries ON entries.item = names.item
    WHERE names.release = $release
    GROUP BY names.item
) AS supports
