-- profile(dataset)
-- A first look at a data set, in words. For the owner of the data: whether it was split into the right items, and how
-- far it singles people out.
--
-- parameter: dataset: a loaded data set
-- row:       one per aspect
-- column:    position INTEGER, >= 1: the order in which to read the aspects
-- column:    aspect VARCHAR: what the row is about: transactions, items, lengths, largest transactions, near duplicates
--     (items whose names differ only in blanks or case) or unicity
-- column:    finding VARCHAR: what there is to say of it
-- checks:    known_dataset($dataset)
-- reads:     originals
-- duckdb only: format_string with braces
-- page:      transactions.md
-- example:   SELECT aspect, finding FROM setrisk.profile('visits') ORDER BY position
WITH lengths AS MATERIALIZED (
    SELECT entries.tid, count(*) AS n
    FROM setrisk_private.transaction_item AS entries
    WHERE entries.dataset = $dataset
    GROUP BY entries.tid
),
items AS MATERIALIZED (
    SELECT supports.item, supports.support
    FROM setrisk_internal.item_supports($dataset) AS supports
)
SELECT
    1 AS position,
    'transactions' AS aspect,
    format('{:,}, source: {}', datasets.n_transactions, datasets.source) AS finding
FROM setrisk_private.dataset AS datasets
WHERE datasets.dataset = $dataset
UNION ALL
SELECT
    2 AS position,
    'items' AS aspect,
    format('{:,}', datasets.n_items) || coalesce('; in most transactions: ' || frequent_items.listed, '') AS finding
FROM setrisk_private.dataset AS datasets
CROSS JOIN (
    SELECT
        string_agg(
            format('{} ({:,})', names.item, names.support), ', ' ORDER BY names.support DESC, names.item
        ) AS listed
    FROM (SELECT items.item, items.support FROM items ORDER BY items.support DESC, items.item LIMIT 5) AS names
) AS frequent_items
WHERE datasets.dataset = $dataset
UNION ALL
SELECT
    3 AS position,
    'lengths' AS aspect,
    coalesce(
        format(
            'numbers of items: {:,} to {:,}, median {:,}', sizes.least, sizes.most, sizes.middle
        ),
        'no transaction has an item'
    ) || CASE
        WHEN datasets.n_transactions > sizes.n
            THEN format('; empty transactions: {:,}', datasets.n_transactions - sizes.n)
        ELSE ''
    END AS finding
FROM setrisk_private.dataset AS datasets
CROSS JOIN (
    SELECT
        min(lengths.n) AS least,
        max(lengths.n) AS most,
        quantile_disc(lengths.n, 0.5) AS middle,
        count(*) AS n
    FROM lengths
) AS sizes
WHERE datasets.dataset = $dataset
UNION ALL
SELECT
    4 AS position,
    'largest transactions' AS aspect,
    'numbers of items: ' || string_agg(
        format('{:,} (number {})', sizes.n, sizes.tid), ', ' ORDER BY sizes.n DESC, sizes.tid
    ) AS finding
FROM (SELECT lengths.tid, lengths.n FROM lengths ORDER BY lengths.n DESC, lengths.tid LIMIT 3) AS sizes
HAVING count(*) > 0
UNION ALL
SELECT
    5 AS position,
    'near duplicates' AS aspect,
    CASE
        WHEN count(*) = 0 THEN 'no two items differ only in blanks or case'
        ELSE format('names that are spelled in several ways: {:,}, such as ', count(*))
            || string_agg(spellings.listed, '; ' ORDER BY spellings.support DESC, spellings.listed)
                FILTER (WHERE spellings.place <= 3)
    END AS finding
FROM (
    SELECT
        string_agg('"' || items.item || '"', ' and ' ORDER BY items.item) AS listed,
        sum(items.support) AS support,
        row_number() OVER (ORDER BY sum(items.support) DESC, min(items.item)) AS place
    FROM items
    GROUP BY setrisk_internal.bare_spelling(items.item)
    HAVING count(*) > 1
) AS spellings
UNION ALL
SELECT
    6 AS position,
    'unicity' AS aspect,
    'of up to 2,000 people who have so many items, those whom they single out if known: '
        || string_agg(
            format('{}: {}', curve.known, setrisk_internal.percent(curve.unicity)), ', ' ORDER BY curve.known
        ) AS finding
FROM setrisk.unicity_curve($dataset) AS curve
WHERE curve.known <= 4 AND curve.unicity IS NOT NULL
HAVING count(*) > 0
