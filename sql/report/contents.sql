-- contents()
-- What the database holds, each thing in words. For its owner: data sets, releases, grids, knowledge, series, budgets,
-- exports.
--
-- row:     one per thing
-- column:  object_type VARCHAR: dataset, release, series, grid, corpus, knowledge, budget or export
-- column:  name VARCHAR: its name; of a budget, the data set that has it; of an export, the release
-- column:  summary VARCHAR: what there is to say of it
-- reads:   originals
-- duckdb only: format_string with braces
-- page:    transactions.md
-- example: FROM setrisk.contents() ORDER BY object_type, name LIMIT 5
SELECT
    'dataset' AS object_type,
    datasets.dataset AS name,
    format('transactions: {:,}, items: {:,}', datasets.n_transactions, datasets.n_items)
        || coalesce(format(', in each transaction that has any: {:,} to {:,}', sizes.least, sizes.most), '')
        || format('; source: {}', datasets.source) AS summary
FROM setrisk_private.dataset AS datasets
LEFT JOIN (
    SELECT lengths.dataset, min(lengths.n) AS least, max(lengths.n) AS most
    FROM (
        SELECT entries.dataset, entries.tid, count(*) AS n
        FROM setrisk_private.transaction_item AS entries
        GROUP BY entries.dataset, entries.tid
    ) AS lengths
    GROUP BY lengths.dataset
) AS sizes ON sizes.dataset = datasets.dataset
UNION ALL
SELECT
    'release' AS object_type,
    releases.release AS name,
    releases.method
        || coalesce(' of ' || releases.dataset, '')
        || ' '
        || CAST(releases.parameters AS VARCHAR)
        || CASE WHEN len(releases.marks) > 0 THEN '; marked ' || array_to_string(releases.marks, ', ') ELSE '' END
        || coalesce('; attacked by ' || runs.attacks, '; not attacked')
        || CASE WHEN assessments.release IS NULL THEN '; not assessed' ELSE '; assessed' END AS summary
FROM setrisk.release AS releases
LEFT JOIN (
    SELECT runs.release, string_agg(runs.attack, ', ' ORDER BY runs.attack) AS attacks
    FROM setrisk.attack_run AS runs
    GROUP BY runs.release
) AS runs ON runs.release = releases.release
LEFT JOIN setrisk_private.release_assessment AS assessments ON assessments.release = releases.release
UNION ALL
SELECT
    'series' AS object_type,
    places.series AS name,
    string_agg(places.release, ', ' ORDER BY places.position) AS summary
FROM setrisk.series AS places
GROUP BY places.series
UNION ALL
SELECT
    'grid' AS object_type,
    cells.grid AS name,
    format('releases of {}: {:,}', any_value(cells.dataset), count(*))
        || CASE
            WHEN count(cells.failure) > 0 THEN format(', without results: {:,}', count(cells.failure))
            ELSE ''
        END AS summary
FROM setrisk_private.whatif_cell AS cells
GROUP BY cells.grid
UNION ALL
SELECT
    'corpus' AS object_type,
    corpora.corpus AS name,
    format('documents: {:,}, source: {}', CAST(corpora.n_documents AS BIGINT), corpora.source) AS summary
FROM setrisk.corpus AS corpora
UNION ALL
SELECT
    'knowledge' AS object_type,
    knowledge.knowledge AS name,
    CASE knowledge.scorer WHEN 'ngd' THEN 'counts of documents' ELSE 'word vectors' END
        || ' from ' || knowledge.source AS summary
FROM setrisk.knowledge AS knowledge
UNION ALL
SELECT
    'budget' AS object_type,
    accounts.dataset AS name,
    'epsilon ' || coalesce(setrisk_internal.plain_decimal(sums.epsilon), '0.0') || ' spent'
        || coalesce(' of ' || setrisk_internal.plain_decimal(accounts.epsilon_limit), ', no limit') AS summary
FROM setrisk_private.budget_limit AS accounts
LEFT JOIN (
    SELECT
        coalesce(sharers.account, spendings.dataset) AS account,
        sum(spendings.epsilon) AS epsilon
    FROM setrisk_private.spending AS spendings
    LEFT JOIN setrisk_private.shared_budget AS sharers ON sharers.dataset = spendings.dataset
    GROUP BY coalesce(sharers.account, spendings.dataset)
) AS sums ON sums.account = accounts.dataset
UNION ALL
SELECT
    'export' AS object_type,
    runs.release AS name,
    runs.method || ' of ' || runs.dataset || ', exported '
        || CASE WHEN count(*) > 1 THEN format('{:,} times, last ', count(*)) ELSE '' END
        || 'on ' || CAST(CAST(max(runs.exported_at) AS DATE) AS VARCHAR)
        || CASE WHEN count(releases.release) = 0 THEN '; no longer here' ELSE '' END AS summary
FROM setrisk_private.export_run AS runs
LEFT JOIN setrisk.release AS releases ON releases.release = runs.release AND releases.created_at = runs.created_at
GROUP BY runs.release, runs.created_at, runs.method, runs.dataset
