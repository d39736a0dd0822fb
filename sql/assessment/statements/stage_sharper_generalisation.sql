-- stage_sharper_generalisation(release, method, reconstructions, seed)
-- Stage reconstructions of a generalised release as the sharper adversary draws them, who has attacked it by what it
-- publishes: a member that the attack eliminates from a record is never drawn there.
--
-- parameter: method: the attack, as in setrisk.eliminations
-- parameter: reconstructions: how many to draw
-- parameter: seed: seed of the draws
-- stages: _setrisk_drawn_entry(reconstruction, record, item, weight): the reconstructions
-- reads:  published
CREATE OR REPLACE TEMP TABLE _setrisk_drawn_entry AS
WITH remaining_members AS MATERIALIZED (
    -- An attack leaves each record a member at least.
    SELECT cells.record, cells.generalised_item, list(cells.item ORDER BY cells.item) AS items
    FROM setrisk.eliminations($release, $method) AS cells
    WHERE cells.step IS NULL
    GROUP BY cells.record, cells.generalised_item
)
SELECT DISTINCT
    numbers.draw AS reconstruction,
    entries.record,
    -- The draws of the uniform adversary, so that the two differ only where something was eliminated.
    coalesce(
        names.item,
        members.items[setrisk_internal.drawn_place(
            $seed || '/' || numbers.draw || '/' || entries.record || '/' || entries.generalised_item,
            len(members.items)
        )]
    ) AS item,
    CAST(1 AS BIGINT) AS weight
FROM setrisk_internal.numbered_draws('reconstructions', $reconstructions) AS numbers
CROSS JOIN setrisk.generalised_record AS entries
LEFT JOIN setrisk.published_item AS names ON names.release = $release AND names.item_id = entries.item_id
LEFT JOIN remaining_members AS members
    ON members.record = entries.record AND members.generalised_item = entries.generalised_item
WHERE entries.release = $release
