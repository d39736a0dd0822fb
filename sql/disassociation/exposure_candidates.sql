-- exposure_candidates(release)
-- One row per stored attack and itemset that it exposes, for the owner of the release: in how many reconstructed records
-- of the whole release someone who knows the itemset finds it.
-- attack VARCHAR; items INTEGER[]; candidates BIGINT
-- internal
WITH reconstructed AS MATERIALIZED (
    SELECT DISTINCT each.attack, each.cluster, each.anchor, each.item_id
    FROM setrisk.reconstructed_items($release) AS each
),
exposed AS MATERIALIZED (
    SELECT listed.attack, listed.items, row_number() OVER () AS itemset
    FROM (SELECT DISTINCT each.attack, each.items FROM setrisk.exposures($release) AS each) AS listed
),
members AS MATERIALIZED (
    SELECT
        listed.itemset,
        listed.attack,
        listed.item_id,
        listed.size,
        -- Looked up by its rarest item, checked by the others.
        row_number() OVER (PARTITION BY listed.itemset ORDER BY counted.records, listed.item_id) AS place
    FROM (
        SELECT exposed.itemset, exposed.attack, len(exposed.items) AS size, unnest(exposed.items) AS item_id
        FROM exposed
    ) AS listed
    JOIN (
        SELECT reconstructed.attack, reconstructed.item_id, count(*) AS records
        FROM reconstructed
        GROUP BY reconstructed.attack, reconstructed.item_id
    ) AS counted ON counted.attack = listed.attack AND counted.item_id = listed.item_id
)
SELECT exposed.attack, exposed.items, counted.candidates
FROM (
    SELECT found.itemset, count(*) AS candidates
    FROM (
        SELECT rarest.itemset
        FROM members AS rarest
        JOIN reconstructed AS holding ON holding.attack = rarest.attack AND holding.item_id = rarest.item_id
        JOIN members ON members.itemset = rarest.itemset
        JOIN reconstructed AS checked
            ON checked.attack = members.attack
            AND checked.item_id = members.item_id
            AND checked.cluster = holding.cluster
            AND checked.anchor = holding.anchor
        WHERE rarest.place = 1
        GROUP BY rarest.itemset, rarest.size, holding.cluster, holding.anchor
        HAVING count(*) = rarest.size
    ) AS found
    GROUP BY found.itemset
) AS counted
JOIN exposed ON exposed.itemset = counted.itemset
