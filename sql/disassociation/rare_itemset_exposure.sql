-- rare_itemset_exposure(release)
-- One row per attack, 'none' included, and itemset of 2 to m items that 1 to k - 1 transactions of the whole data set
-- hold, for the owner of the release: does the release hide it, and does the attack put it together again where it is
-- true? An error where no release of that name was made in this database, or it is of another family.
--
-- row: one per attack, 'none' included, and itemset of 2 to m items that 1 to k - 1 transactions of the whole data set
--     hold, for the owner of the release
-- column: attack VARCHAR
-- column: items VARCHAR[]
-- column: support BIGINT: transactions that hold it
-- column: hidden BOOLEAN: no published sub-record shows it
-- column: exposed BOOLEAN
-- column: candidates BIGINT: where it is exposed, the reconstructed records that hold it, rightly or not
-- column: evidence VARCHAR: in words, where `hidden` is what no record holds rightly
-- checks: own_release($release, family := 'disassociation')
-- reads: originals
WITH promised AS MATERIALIZED (
    SELECT
        made.dataset,
        TRY_CAST(json_extract_string(made.parameters, '$.k') AS INTEGER) AS k
    FROM setrisk.release AS made
    WHERE made.release = $release
),
hidden AS MATERIALIZED (
    SELECT each.prefix, each.item_id, sum(each.support) AS support
    FROM setrisk_internal.unseen_itemsets($release) AS each
    GROUP BY each.prefix, each.item_id
),
rare AS MATERIALIZED (
    -- A rare itemset is rare in each cluster; it is shown where fewer of its holders stand in clusters that hide it.
    SELECT held.prefix, held.item_id, held.support, hidden.support IS NOT DISTINCT FROM held.support AS hidden
    FROM setrisk_internal.original_itemsets($release) AS held
    CROSS JOIN promised
    LEFT JOIN hidden ON hidden.prefix = held.prefix AND hidden.item_id = held.item_id
    WHERE held.support < promised.k
),
exposed AS MATERIALIZED (
    SELECT
        each.attack, each.prefix, each.item_id, each.candidates, min(each.cluster) AS cluster, sum(each.found) AS records
    FROM setrisk_internal.reassociated_itemsets($release) AS each
    GROUP BY each.attack, each.prefix, each.item_id, each.candidates
)
SELECT
    attacks.attack,
    spelled.items,
    rare.support,
    rare.hidden,
    exposed.prefix IS NOT NULL AS exposed,
    exposed.candidates,
    CASE
        WHEN NOT rare.hidden THEN 'a published sub-record shows it'
        WHEN exposed.prefix IS NULL THEN 'hidden'
        ELSE 'put together in ' || exposed.candidates || ' reconstructed records, rightly for ' || exposed.records
            || ' of the ' || rare.support || ' people who hold it (cluster ' || exposed.cluster || ')'
    END AS evidence
FROM rare
CROSS JOIN setrisk_internal.attacks_and_none($release) AS attacks
JOIN (
    SELECT
        members.prefix,
        members.last_item,
        list_transform(
            list_sort(list({'item_id': members.item_id, 'item': names.item})), lambda member: member.item
        ) AS items
    FROM (
        SELECT
            rare.prefix,
            rare.item_id AS last_item,
            unnest(setrisk_internal.listed_items(rare.prefix, rare.item_id)) AS item_id
        FROM rare
    ) AS members
    JOIN setrisk_private.item AS names ON names.item_id = members.item_id
    GROUP BY members.prefix, members.last_item
) AS spelled ON spelled.prefix = rare.prefix AND spelled.last_item = rare.item_id
LEFT JOIN exposed
    ON exposed.attack = attacks.attack AND exposed.prefix = rare.prefix AND exposed.item_id = rare.item_id
