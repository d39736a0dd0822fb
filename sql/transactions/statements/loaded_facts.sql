-- loaded_facts(datasets, delimiters)
-- Facts about loaded data sets that show whether their source was split into the right items.
--
-- parameter: datasets: names of the data sets, taken together
-- parameter: delimiters: texts that usually separate items rather than belong to their names
-- row: one
-- column: examples VARCHAR[]?: the five most frequent items; NULL if there are none
-- column: longest BIGINT[]?: numbers of items of the three largest transactions; NULL if there are none
-- column: n_alone BIGINT, transactions, >= 0: those with a single item, which no other transaction has
-- column: holding BIGINT[]?: number of items that contain each of the delimiters; NULL if there are none
-- column: sign VARCHAR?: the most frequent item that is nothing but ASCII punctuation, or a word for "and" or "or";
--     NULL if there is none
-- column: n_sign BIGINT?, transactions, >= 1: those that have that item
-- reads: originals
WITH counted AS (
    SELECT entries.item_id, count(*) AS n
    FROM setrisk_private.transaction_item AS entries
    WHERE list_contains(CAST($datasets AS VARCHAR[]), entries.dataset)
    GROUP BY entries.item_id
),
sizes AS (
    SELECT count(*) AS n, min(entries.item_id) AS only_item
    FROM setrisk_private.transaction_item AS entries
    WHERE list_contains(CAST($datasets AS VARCHAR[]), entries.dataset)
    GROUP BY entries.dataset, entries.tid
)
SELECT most.examples, largest.longest, single.n_alone, delimited.holding, signs.sign, signs.n_sign
FROM (
    SELECT list(frequent.item ORDER BY frequent.n DESC, frequent.item) AS examples
    FROM (
        SELECT dictionary.item, counted.n
        FROM counted
        JOIN setrisk_private.item AS dictionary ON dictionary.item_id = counted.item_id
        ORDER BY counted.n DESC, dictionary.item
        LIMIT 5
    ) AS frequent
) AS most
CROSS JOIN (
    SELECT list(top.n ORDER BY top.n DESC) AS longest
    FROM (SELECT sizes.n FROM sizes ORDER BY sizes.n DESC LIMIT 3) AS top
) AS largest
CROSS JOIN (
    SELECT count(*) AS n_alone
    FROM sizes
    JOIN counted ON counted.item_id = sizes.only_item
    WHERE sizes.n = 1 AND counted.n = 1
) AS single
CROSS JOIN (
    SELECT list_transform(
        CAST($delimiters AS VARCHAR[]),
        lambda delimiter: len(list_filter(names.items, lambda name: contains(name, delimiter)))
    ) AS holding
    FROM (
        SELECT list(dictionary.item) AS items
        FROM counted
        JOIN setrisk_private.item AS dictionary ON dictionary.item_id = counted.item_id
    ) AS names
) AS delimited
CROSS JOIN (
    SELECT arg_max(dictionary.item, counted.n) AS sign, max(counted.n) AS n_sign
    FROM counted
    JOIN setrisk_private.item AS dictionary ON dictionary.item_id = counted.item_id
    WHERE regexp_full_match(dictionary.item, '[!-/:-@\[-`{-~]+|and|or|und|oder|et|ou')
) AS signs
