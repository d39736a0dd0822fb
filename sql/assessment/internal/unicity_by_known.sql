-- unicity_by_known(dataset, fewest, most, k, choice, people, seed)
-- For each number of known items, how many of the people who are asked it leaves with fewer than k transactions.
--
-- parameter: fewest: the smallest number of known items
-- parameter: most: the largest number of known items
-- parameter: k: transactions below which a person counts
-- parameter: choice: 'random' or 'rarest'
-- parameter: people: how many people to ask, for each number of known items
-- parameter: seed: seed of the draws
-- row: one per number of known items
-- column: known BIGINT, items, >= 1
-- column: asked_people BIGINT, transactions, >= 0: people who were asked, who have at least so many items
-- column: narrowed_people BIGINT, transactions, >= 0
-- column: unicity DOUBLE?, fraction, 0 to 1
-- column: unicity_low DOUBLE?, fraction, 0 to 1
-- column: unicity_high DOUBLE?, fraction, 0 to 1
-- checks: known_dataset($dataset)
-- checks: known_choice($choice)
-- reads: originals
-- source: de Montjoye et al. 2013
-- duckdb only: range in FROM, bitstring_agg, bit_count
WITH transactions AS MATERIALIZED (
    SELECT entries.tid, list(entries.item_id ORDER BY entries.item_id) AS itemset, count(*) AS size
    FROM setrisk_private.transaction_item AS entries
    WHERE entries.dataset = $dataset
    GROUP BY entries.tid
),
lots AS MATERIALIZED (
    SELECT transactions.tid, transactions.size, md5($seed || '/' || transactions.tid) AS lot FROM transactions
),
questions AS MATERIALIZED (
    SELECT draws.known, draws.tid
    FROM (
        SELECT
            numbers.known,
            lots.tid,
            row_number() OVER (PARTITION BY numbers.known ORDER BY lots.lot) AS place
        FROM range($fewest, $most + 1) AS numbers(known)
        JOIN lots ON lots.size >= numbers.known
    ) AS draws
    WHERE draws.place <= $people
),
supports AS (
    SELECT names.item_id, names.item, names.support
    FROM setrisk_internal.item_supports($dataset) AS names
),
known_items AS MATERIALIZED (
    SELECT places.tid, places.item_id, places.place
    FROM (
        SELECT
            entries.tid,
            entries.most_known,
            entries.item_id,
            row_number() OVER (PARTITION BY entries.tid ORDER BY entries.rarity, entries.draw) AS place
        FROM (
            SELECT
                askings.tid,
                askings.most_known,
                supports.item_id,
                CASE WHEN CAST($choice AS VARCHAR) = 'rarest' THEN supports.support END AS rarity,
                -- By name, since numbers of items depend on what was loaded before.
                md5($seed || '/' || askings.tid || '/' || supports.item) AS draw
            FROM (
                SELECT questions.tid, max(questions.known) AS most_known
                FROM questions
                GROUP BY questions.tid
            ) AS askings
            JOIN setrisk_private.transaction_item AS entries ON entries.tid = askings.tid AND entries.dataset = $dataset
            JOIN supports ON supports.item_id = entries.item_id
        ) AS entries
    ) AS places
    WHERE places.place <= places.most_known
),
-- Equal transactions count up to k times, for more make no difference: in dense data few records remain.
records AS (
    SELECT copies.itemset, row_number() OVER () - 1 AS record
    FROM (
        SELECT itemsets.itemset, unnest(range(least(itemsets.occurrences, $k))) AS copy
        FROM (
            SELECT transactions.itemset, count(*) AS occurrences
            FROM transactions
            GROUP BY transactions.itemset
        ) AS itemsets
    ) AS copies
),
-- Who holds an item, a bit a record, in blocks that are small enough to be left out where nobody does.
holders AS MATERIALIZED (
    SELECT
        entries.item_id,
        entries.record // 4096 AS block,
        bitstring_agg(CAST(entries.record % 4096 AS INTEGER), 0, 4095) AS bits
    FROM (SELECT records.record, unnest(records.itemset) AS item_id FROM records) AS entries
    WHERE entries.item_id IN (SELECT known_items.item_id FROM known_items)
    GROUP BY entries.item_id, entries.record // 4096
),
candidates AS (
    SELECT blocks.tid, blocks.place, CAST(sum(bit_count(blocks.bits)) AS BIGINT) AS candidates
    FROM (
        SELECT
            known_items.tid,
            known_items.place,
            bit_and(holders.bits) OVER prefixes AS bits,
            count(*) OVER prefixes AS known_here
        FROM known_items
        JOIN holders ON holders.item_id = known_items.item_id
        WINDOW prefixes AS (PARTITION BY known_items.tid, holders.block ORDER BY known_items.place)
    ) AS blocks
    -- Where one of the items has no holder in the block, nobody there holds all of them.
    WHERE blocks.known_here = blocks.place
    GROUP BY blocks.tid, blocks.place
)
SELECT
    counts.known,
    counts.asked_people,
    counts.narrowed_people,
    counts.narrowed_people / nullif(counts.asked_people, 0) AS unicity,
    setrisk_internal.wilson_low(counts.narrowed_people, counts.asked_people) AS unicity_low,
    setrisk_internal.wilson_high(counts.narrowed_people, counts.asked_people) AS unicity_high
FROM (
    SELECT
        numbers.known,
        count(candidates.tid) AS asked_people,
        count(*) FILTER (WHERE candidates.candidates < $k) AS narrowed_people
    FROM range($fewest, $most + 1) AS numbers(known)
    LEFT JOIN questions ON questions.known = numbers.known
    LEFT JOIN candidates ON candidates.tid = questions.tid AND candidates.place = questions.known
    GROUP BY numbers.known
) AS counts
