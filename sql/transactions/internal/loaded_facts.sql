-- loaded_facts(datasets, delimiters)
-- One row with what tells whether data sets were split into the right items.
--
-- column: examples VARCHAR[]: the five most frequent items
-- column: longest BIGINT[]: how many items the three largest transactions hold
-- column: n_alone BIGINT: transactions whose only item no other transaction holds
-- column: holding BIGINT[]: how many items hold each of the `delimiters`, in their order
-- column: sign VARCHAR?: the most frequent item of ASCII punctuation alone, or that is a word for "and" or "or", n_sign
--     BIGINT: transactions that hold it, both NULL where there is none
-- column: n_sign BIGINT
-- reads: originals
-- duckdb only: list in an order
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
SELECT most.examples, largest.longest, alone.n_alone, held.holding, signs.sign, signs.n_sign
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
) AS alone
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
) AS held
CROSS JOIN (
    SELECT arg_max(dictionary.item, counted.n) AS sign, max(counted.n) AS n_sign
    FROM counted
    JOIN setrisk_private.item AS dictionary ON dictionary.item_id = counted.item_id
    WHERE regexp_full_match(dictionary.item, '[!-/:-@\[-`{-~]+|and|or|und|oder|et|ou')
) AS signs
