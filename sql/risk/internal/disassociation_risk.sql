-- disassociation_risk(release, attack := NULL)
-- One row per original record and attack, for the owner of the release. An itemset of at most m items that the release
-- hides, and that the attack puts together where it is true, leads whoever knows it of the person to the reconstructed
-- records that hold it; the record is at risk when these are fewer than k. score is the highest chance that the one
-- picked of them is the person's: the share of the equal originals that are found, divided by these records. attack:
-- this one alone, or all where it is NULL.
--
-- row: one per original record and attack, for the owner of the release
-- column: record BIGINT: the owner's number
-- column: attack VARCHAR
-- column: at_risk BOOLEAN
-- column: score DOUBLE, 0 to 1
-- column: evidence VARCHAR
-- column: candidates BIGINT?: the fewest reconstructed records to which an itemset leads, NULL where none does
-- reads: originals
-- duckdb only: bit_count
WITH exposed AS MATERIALIZED (
    SELECT
        each.attack,
        each.tid,
        each.prefix,
        each.item_id,
        least(bit_count(each.anchors), each.records) / each.records AS share,
        least(bit_count(each.anchors), each.records) / each.records / each.candidates AS chance,
        each.candidates,
        each.candidates < promised.k AS is_risky
    FROM setrisk_internal.recovered_itemsets($release, attack := $attack) AS each
    CROSS JOIN setrisk_internal.promised_support($release) AS promised
),
highest AS MATERIALIZED (
    SELECT
        exposed.attack,
        exposed.tid,
        max(exposed.chance) AS chance,
        max(exposed.chance) FILTER (WHERE exposed.is_risky) AS risky_chance,
        min(exposed.candidates) AS candidates
    FROM exposed
    GROUP BY exposed.attack, exposed.tid
),
worst AS MATERIALIZED (
    SELECT ranked.attack, ranked.tid, ranked.items, ranked.share, ranked.candidates
    FROM (
        SELECT
            either.attack,
            either.tid,
            either.items,
            either.share,
            either.candidates,
            row_number() OVER (PARTITION BY either.attack, either.tid ORDER BY len(either.items), either.items) AS place
        FROM (
            SELECT
                exposed.attack,
                exposed.tid,
                setrisk_internal.listed_items(exposed.prefix, exposed.item_id) AS items,
                exposed.share,
                exposed.candidates
            FROM exposed
            JOIN highest ON highest.attack = exposed.attack AND highest.tid = exposed.tid
            -- What puts the record at risk comes first, so that the evidence names it.
            WHERE exposed.chance = coalesce(highest.risky_chance, highest.chance)
                AND (exposed.is_risky OR highest.risky_chance IS NULL)
        ) AS either
    ) AS ranked
    WHERE ranked.place = 1
)
SELECT
    origin.record,
    attacks.attack,
    coalesce(worst.candidates < promised.k, false) AS at_risk,
    coalesce(highest.chance, 0) AS score,
    CASE
        WHEN worst.items IS NULL THEN 'no itemset that the release hides is put together for this person'
        ELSE 'who knows {' || spelled.items || '} of this person finds it in ' || worst.candidates
            || ' reconstructed records (k = ' || promised.k || '); ' || TRY_CAST(round(100 * worst.share) AS INTEGER)
            || ' % of the people like this one in the cluster are rightly among them'
    END AS evidence,
    highest.candidates
FROM setrisk_private.provenance AS origin
JOIN setrisk.release AS made ON made.release = origin.release
CROSS JOIN setrisk_internal.attacks_and_none($release, attack := $attack) AS attacks
CROSS JOIN setrisk_internal.promised_support($release) AS promised
LEFT JOIN worst ON worst.tid = origin.tid AND worst.attack = attacks.attack
LEFT JOIN highest ON highest.tid = origin.tid AND highest.attack = attacks.attack
LEFT JOIN (
    SELECT members.attack, members.tid, array_to_string(list_sort(list(setrisk_internal.quoted(names.item))), ', ') AS items
    FROM (SELECT worst.attack, worst.tid, unnest(worst.items) AS item_id FROM worst) AS members
    JOIN setrisk_private.item AS names ON names.item_id = members.item_id
    GROUP BY members.attack, members.tid
) AS spelled ON spelled.attack = worst.attack AND spelled.tid = worst.tid
WHERE origin.release = $release AND origin.chunk IS NULL AND made.family = 'disassociation'
