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
-- column: is_hidden BOOLEAN: whether no published sub-record shows the itemset
-- column: is_exposed BOOLEAN: whether the attack recovers the hidden itemset correctly for at least one person
-- column: candidates BIGINT?, records, >= 1: reconstructed records that hold the itemset, correct or not; NULL if it
--     is not exposed
-- column: evidence VARCHAR: what shows the itemset, or that nothing does, in words
-- checks: own_release($release, family := 'disassociation')
-- reads: originals
-- page: disassociation.md
-- example: FROM setrisk.rare_itemset_exposure('r2') WHERE is_exposed
WITH promises AS MATERIALIZED (
    SELECT support.k FROM setrisk_internal.promised_support($release) AS support
),
hidden_itemsets AS MATERIALIZED (
    SELECT itemsets.prefix, itemsets.item_id, sum(itemsets.support) AS support
    FROM setrisk_internal.unseen_itemsets($release) AS itemsets
    GROUP BY itemsets.prefix, itemsets.item_id
),
rare_itemsets AS MATERIALIZED (
    -- A rare itemset is rare in each cluster too. It is hidden if all of its records are in clusters that hide it.
    SELECT
        originals.prefix,
        originals.item_id,
        setrisk_internal.listed_items(originals.prefix, originals.item_id) AS itemset,
        originals.support,
        hidden_itemsets.support IS NOT DISTINCT FROM originals.support AS is_hidden
    FROM setrisk_internal.original_itemsets($release) AS originals
    CROSS JOIN promises
    LEFT JOIN hidden_itemsets
        ON hidden_itemsets.prefix = originals.prefix AND hidden_itemsets.item_id = originals.item_id
    WHERE originals.support < promises.k
),
exposed_itemsets AS MATERIALIZED (
    SELECT
        itemsets.attack,
        itemsets.prefix,
        itemsets.item_id,
        itemsets.candidates,
        min(itemsets.cluster) AS cluster,
        sum(itemsets.exposed_records) AS records
    FROM setrisk_internal.reassociated_itemsets($release) AS itemsets
    GROUP BY itemsets.attack, itemsets.prefix, itemsets.item_id, itemsets.candidates
),
item_names AS (
    SELECT names.item_id, names.item FROM setrisk_private.item AS names
)
SELECT
    attacks.attack,
    named_itemsets.items,
    named_itemsets.support,
    named_itemsets.is_hidden,
    exposed_itemsets.prefix IS NOT NULL AS is_exposed,
    exposed_itemsets.candidates,
    CASE
        WHEN NOT named_itemsets.is_hidden THEN 'a published sub-record shows it'
        WHEN exposed_itemsets.prefix IS NULL THEN 'no reconstructed record holds it correctly'
        ELSE 'found in ' || exposed_itemsets.candidates
            || CASE exposed_itemsets.candidates WHEN 1 THEN ' reconstructed record' ELSE ' reconstructed records' END
            || ', correctly for '
            || CASE named_itemsets.support
                WHEN 1 THEN 'the one person who holds it'
                ELSE exposed_itemsets.records || ' of the ' || named_itemsets.support || ' people who hold it'
            END
            || ' (cluster ' || exposed_itemsets.cluster || ')'
    END AS evidence
FROM setrisk_internal.named_itemsets('rare_itemsets', 'item_names') AS named_itemsets
CROSS JOIN setrisk_internal.attacks_and_none($release) AS attacks
LEFT JOIN exposed_itemsets
    ON exposed_itemsets.attack = attacks.attack
    AND exposed_itemsets.prefix = named_itemsets.prefix
    AND exposed_itemsets.item_id = named_itemsets.item_id
