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
-- column: n_alike BIGINT, items, >= 0: those whose names differ from another only in blanks or case
-- column: sign VARCHAR?: the most frequent item that is nothing but ASCII punctuation, or a word for "and" or "or";
--     NULL if there is none
-- column: n_sign BIGINT?, transactions, >= 1: those that have that item
-- reads: originals
WITH items AS MATERIALIZED (
    SELECT counts.item_id, dictionary.item, counts.n
    FROM (
        SELECT entries.item_id, count(*) AS n
        FROM setrisk_private.transaction_item AS entries
        WHERE list_contains(CAST($datasets AS VARCHAR[]), entries.dataset)
        GROUP BY entries.item_id
    ) AS counts
    JOIN setrisk_private.item AS dictionary ON dictionary.item_id = counts.item_id
),
sizes AS MATERIALIZED (
    SELECT count(*) AS n, min(entries.item_id) AS only_item
    FROM setrisk_private.transaction_item AS entries
    WHERE list_contains(CAST($datasets AS VARCHAR[]), entries.dataset)
    -- Grouping by names takes twice as long, and of one data set they are all the same.
    GROUP BY CASE WHEN len(CAST($datasets AS VARCHAR[])) > 1 THEN entries.dataset END, entries.tid
)
SELECT
    name_lists.examples,
    size_lists.longest,
    single_counts.n_alone,
    delimiter_counts.holding,
    alike_counts.n_alike,
    signs.sign,
    signs.n_sign
FROM (
    SELECT list(frequent_items.item ORDER BY frequent_items.n DESC, frequent_items.item) AS examples
    FROM (SELECT items.item, items.n FROM items ORDER BY items.n DESC, items.item LIMIT 5) AS frequent_items
) AS name_lists
CROSS JOIN (
    SELECT list(largest_sizes.n ORDER BY largest_sizes.n DESC) AS longest
    FROM (SELECT sizes.n FROM sizes ORDER BY sizes.n DESC LIMIT 3) AS largest_sizes
) AS size_lists
CROSS JOIN (
    SELECT count(*) AS n_alone
    FROM sizes
    JOIN items ON items.item_id = sizes.only_item
    WHERE sizes.n = 1 AND items.n = 1
) AS single_counts
CROSS JOIN (
    SELECT list_transform(
        CAST($delimiters AS VARCHAR[]),
        lambda delimiter: len(list_filter(names.items, lambda name: contains(name, delimiter)))
    ) AS holding
    FROM (SELECT list(items.item) AS items FROM items) AS names
) AS delimiter_counts
CROSS JOIN (
    SELECT CAST(coalesce(sum(spellings.n), 0) AS BIGINT) AS n_alike
    FROM (
        SELECT count(*) AS n
        FROM items
        GROUP BY setrisk_internal.bare_spelling(items.item)
        HAVING count(*) > 1
    ) AS spellings
) AS alike_counts
CROSS JOIN (
    SELECT arg_max(items.item, items.n) AS sign, max(items.n) AS n_sign
    FROM items
    WHERE regexp_full_match(items.item, '[!-/:-@\[-`{-~]+|and|or|und|oder|et|ou')
) AS signs
