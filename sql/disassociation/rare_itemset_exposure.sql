-- rare_itemset_exposure(release)
-- One row per attack, 'none' included, and itemset of 2 to m items that 1 to k - 1 transactions of the whole data set hold,
-- for the owner of the release: does the release hide it, and does the attack put it together again where it is true?
-- An error where no release of that name was made in this database, or it is of another family.
-- attack VARCHAR; items VARCHAR[]; support BIGINT: transactions that hold it; hidden BOOLEAN: no published sub-record
-- shows it; exposed BOOLEAN; candidates BIGINT: where it is exposed, the reconstructed records that hold it, rightly or not;
-- evidence VARCHAR: in words, where `hidden` is what no record holds rightly
WITH promised AS MATERIALIZED (
    SELECT
        made.dataset,
        CAST(json_extract_string(made.parameters, '$.k') AS INTEGER) AS k
    FROM setrisk.release AS made
    WHERE made.release = $release
),
hidden AS MATERIALIZED (
    SELECT each.items, sum(each.support) AS support
    FROM setrisk.unseen_itemsets($release) AS each
    GROUP BY each.items
),
rare AS MATERIALIZED (
    -- A rare itemset is rare in each cluster; it is shown where fewer of its holders stand in clusters that hide it.
    SELECT held.items, held.support, hidden.support IS NOT DISTINCT FROM held.support AS hidden
    FROM setrisk.original_itemsets($release) AS held
    CROSS JOIN promised
    LEFT JOIN hidden ON hidden.items = held.items
    WHERE held.support < promised.k
),
exposed AS MATERIALIZED (
    SELECT
        by_set.attack, by_set.items, by_set.candidates, min(by_set.cluster) AS cluster, sum(by_set.found) AS records
    FROM (
        SELECT DISTINCT
            each.attack, each.cluster, each.items, each.anchor_set, each.found, each.candidates
        FROM setrisk.exposures($release) AS each
    ) AS by_set
    GROUP BY by_set.attack, by_set.items, by_set.candidates
)
SELECT
    attacks.attack,
    spelled.items,
    rare.support,
    rare.hidden,
    exposed.items IS NOT NULL AS exposed,
    exposed.candidates,
    CASE
        WHEN NOT rare.hidden THEN 'a published sub-record shows it'
        WHEN exposed.items IS NULL THEN 'hidden'
        ELSE 'put together in ' || exposed.candidates || ' reconstructed records, rightly for ' || exposed.records
            || ' of the ' || rare.support || ' people who hold it (cluster ' || exposed.cluster || ')'
    END AS evidence
FROM rare
CROSS JOIN setrisk.attacks($release) AS attacks
JOIN (
    SELECT
        members.itemset,
        list_transform(
            list_sort(list({'item_id': members.item_id, 'item': names.item})), lambda member: member.item
        ) AS items
    FROM (SELECT rare.items AS itemset, unnest(rare.items) AS item_id FROM rare) AS members
    JOIN setrisk_private.item AS names ON names.item_id = members.item_id
    GROUP BY members.itemset
) AS spelled ON spelled.itemset = rare.items
LEFT JOIN exposed ON exposed.attack = attacks.attack AND exposed.items = rare.items
UNION ALL  -- no row, but the error for a name that is not known; constants would be optimised away with it
SELECT
    own.release,
    CASE WHEN own.release <> '' THEN [own.release] END,
    length(own.release),
    own.release <> '',
    own.release <> '',
    length(own.release),
    own.release
FROM setrisk.own_release($release, family := 'disassociation') AS own
WHERE own.release IS NULL
