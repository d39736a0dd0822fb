-- disassociation_risk(release, attacks := NULL)
-- The risk of each original record of a disassociated release by each attack. An itemset of at most m items that the
-- release hides, and that the attack puts together correctly, leads anyone who knows it about a person to the
-- reconstructed records that hold it. The record is at risk when these are fewer than k.
--
-- parameter: attacks: return only these, of which one may be 'none'; NULL for all
-- row: one per original record and attack, for the owner of the release
-- column: record BIGINT?, >= 1: always NULL, because whole records are not published
-- column: tid BIGINT, >= 1
-- column: attack VARCHAR
-- column: at_risk BOOLEAN
-- column: score DOUBLE, fraction, 0 to 1: the highest chance that a reconstructed record, picked among those with the
--     itemset, is the person's: the share of the identical original records that are found, divided by the number of
--     candidates
-- column: evidence VARCHAR: the itemset with that chance, in words; one that puts the record at risk if there is one
-- column: candidates BIGINT?, records, >= 1: the fewest reconstructed records that an itemset leads to; NULL if none
--     does
-- reads: originals
-- duckdb only: bit_count
WITH exposures AS MATERIALIZED (
    SELECT
        itemsets.attack,
        itemsets.tid,
        itemsets.prefix,
        itemsets.item_id,
        least(bit_count(itemsets.anchors), itemsets.records) / itemsets.records AS share,
        least(bit_count(itemsets.anchors), itemsets.records) / itemsets.records / itemsets.candidates AS chance,
        itemsets.candidates,
        itemsets.candidates < promises.k AS is_risky
    FROM setrisk_internal.recovered_itemsets($release, attacks := $attacks) AS itemsets
    CROSS JOIN setrisk_internal.promised_support($release) AS promises
),
chances AS MATERIALIZED (
    SELECT
        exposures.attack,
        exposures.tid,
        max(exposures.chance) AS chance,
        max(exposures.chance) FILTER (WHERE exposures.is_risky) AS risky_chance,
        min(exposures.candidates) AS candidates
    FROM exposures
    GROUP BY exposures.attack, exposures.tid
),
worst_itemsets AS MATERIALIZED (
    SELECT
        ranked_choices.attack,
        ranked_choices.tid,
        ranked_choices.itemset,
        ranked_choices.share,
        ranked_choices.candidates
    FROM (
        SELECT
            choices.attack,
            choices.tid,
            choices.itemset,
            choices.share,
            choices.candidates,
            row_number() OVER (
                PARTITION BY choices.attack, choices.tid ORDER BY len(choices.itemset), choices.itemset
            ) AS place
        FROM (
            SELECT
                exposures.attack,
                exposures.tid,
                setrisk_internal.listed_items(exposures.prefix, exposures.item_id) AS itemset,
                exposures.share,
                exposures.candidates
            FROM exposures
            JOIN chances ON chances.attack = exposures.attack AND chances.tid = exposures.tid
            -- The evidence names an itemset that puts the record at risk, if there is one.
            WHERE exposures.chance = coalesce(chances.risky_chance, chances.chance)
                AND (exposures.is_risky OR chances.risky_chance IS NULL)
        ) AS choices
    ) AS ranked_choices
    WHERE ranked_choices.place = 1
),
item_names AS (
    SELECT names.item_id, names.item FROM setrisk_private.item AS names
)
SELECT
    CAST(NULL AS BIGINT) AS record,
    origin.tid,
    attacks.attack,
    coalesce(named_itemsets.candidates < promises.k, false) AS at_risk,
    coalesce(chances.chance, 0) AS score,
    CASE
        WHEN attacks.attack = 'none' THEN setrisk_internal.unattacked_evidence('disassociation')
        WHEN named_itemsets.items IS NULL THEN 'the attack recovers no itemset of this person that the release hides'
        ELSE 'knowing {' || setrisk_internal.listed_names(named_itemsets.items) || '} of this person leads to '
            || named_itemsets.candidates || ' of the reconstructed records (k = ' || promises.k
            || '), correctly so for ' || TRY_CAST(round(100 * named_itemsets.share) AS INTEGER)
            || ' % of the people with the same items in the cluster'
    END AS evidence,
    chances.candidates
FROM setrisk_private.provenance AS origin
JOIN setrisk.release AS releases ON releases.release = origin.release
CROSS JOIN setrisk_internal.attacks_and_none($release, attacks := $attacks) AS attacks
CROSS JOIN setrisk_internal.promised_support($release) AS promises
LEFT JOIN setrisk_internal.named_itemsets('worst_itemsets', 'item_names') AS named_itemsets
    ON named_itemsets.tid = origin.tid AND named_itemsets.attack = attacks.attack
LEFT JOIN chances ON chances.tid = origin.tid AND chances.attack = attacks.attack
WHERE origin.release = $release AND origin.chunk IS NULL AND releases.family = 'disassociation'
