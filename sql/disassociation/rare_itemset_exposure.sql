-- rare_itemset_exposure(release)
-- Whether rare itemsets stay hidden, and which the stored attacks recover. For each itemset of 2 to m items that
-- identifies fewer than k people in the whole data set: does the release hide them, and does an attack reassemble them
-- correctly? For the owner of the release.
--
-- parameter: release: a disassociated release that was made in this database
-- row: one per attack ('none' included) and rare itemset
-- column: attack VARCHAR: name of the stored attack; 'none' is the release as it is published
-- column: items VARCHAR[]: the itemset, in item order
-- column: support BIGINT, transactions, >= 1: transactions of the data set that hold the itemset, fewer than k
-- column: hidden BOOLEAN: whether no published sub-record shows the itemset
-- column: exposed BOOLEAN: whether the attack recovers the hidden itemset correctly for at least one person
-- column: candidates BIGINT?, records, >= 1: reconstructed records that hold the itemset, correct or not; NULL where it
--     is not exposed
-- column: evidence VARCHAR: the finding in words; 'hidden' where no reconstructed record of this attack holds the
--     itemset correctly
-- checks: own_release($release, family := 'disassociation')
-- reads: originals
-- example: FROM setrisk.rare_itemset_exposure('r2') WHERE exposed
WITH promised AS MATERIALIZED (
    SELECT support.k FROM setrisk_internal.promised_support($release) AS support
),
hidden AS MATERIALIZED (
    SELECT unseen.prefix, unseen.item_id, sum(unseen.support) AS support
    FROM setrisk_internal.unseen_itemsets($release) AS unseen
    GROUP BY unseen.prefix, unseen.item_id
),
rare AS MATERIALIZED (
    -- A rare itemset is rare in each cluster too. It is hidden if all of its records are in clusters that hide it.
    SELECT
        originals.prefix,
        originals.item_id,
        originals.support,
        hidden.support IS NOT DISTINCT FROM originals.support AS hidden
    FROM setrisk_internal.original_itemsets($release) AS originals
    CROSS JOIN promised
    LEFT JOIN hidden ON hidden.prefix = originals.prefix AND hidden.item_id = originals.item_id
    WHERE originals.support < promised.k
),
exposed AS MATERIALIZED (
    SELECT
        itemsets.attack,
        itemsets.prefix,
        itemsets.item_id,
        itemsets.candidates,
        min(itemsets.cluster) AS cluster,
        sum(itemsets.found) AS records
    FROM setrisk_internal.reassociated_itemsets($release) AS itemsets
    GROUP BY itemsets.attack, itemsets.prefix, itemsets.item_id, itemsets.candidates
)
SELECT
    attacks.attack,
    named_itemsets.items,
    rare.support,
    rare.hidden,
    exposed.prefix IS NOT NULL AS exposed,
    exposed.candidates,
    CASE
        WHEN NOT rare.hidden THEN 'a published sub-record shows it'
        WHEN exposed.prefix IS NULL THEN 'hidden'
        ELSE 'found in ' || exposed.candidates || ' reconstructed records, correctly for ' || exposed.records
            || ' of the ' || rare.support || ' people who hold it (cluster ' || exposed.cluster || ')'
    END AS evidence
FROM rare
CROSS JOIN setrisk_internal.attacks_and_none($release) AS attacks
JOIN (
    SELECT
        members.prefix,
        members.last_item,
        setrisk_internal.names_in_order(members.item_id, names.item) AS items
    FROM (
        SELECT
            rare.prefix,
            rare.item_id AS last_item,
            unnest(setrisk_internal.listed_items(rare.prefix, rare.item_id)) AS item_id
        FROM rare
    ) AS members
    JOIN setrisk_private.item AS names ON names.item_id = members.item_id
    GROUP BY members.prefix, members.last_item
) AS named_itemsets ON named_itemsets.prefix = rare.prefix AND named_itemsets.last_item = rare.item_id
LEFT JOIN exposed
    ON exposed.attack = attacks.attack AND exposed.prefix = rare.prefix AND exposed.item_id = rare.item_id
