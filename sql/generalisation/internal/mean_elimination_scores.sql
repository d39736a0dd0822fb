-- mean_elimination_scores(runs)
-- How well a baseline of eliminations does on average over its draws, as elimination_intervals takes it.
--
-- parameter: runs: the name of a CTE of the caller with a row per attack and draw: attack, tables, cells, added,
--     eliminated, density, recall, precision and f_score
-- row:    one per attack
-- column: attack VARCHAR
-- column: draws BIGINT, draws, >= 1
-- column: tables BIGINT, tables, >= 1
-- column: cells HUGEINT, >= 1
-- column: added HUGEINT, cells, >= 0
-- column: mean_eliminated DOUBLE, mean cells, >= 0
-- column: density DOUBLE, fraction, 0 to 1
-- column: recall DOUBLE?, fraction, 0 to 1
-- column: precision DOUBLE?, fraction, 0 to 1
-- column: f_score DOUBLE?, fraction, 0 to 1
-- column: recall_half DOUBLE?, >= 0
-- column: precision_half DOUBLE?, >= 0
-- column: f_half DOUBLE?, >= 0
-- reads:  nothing, $runs: originals
-- duckdb only: query_table
SELECT
    totals.attack,
    count(*) AS draws,
    max(totals.tables) AS tables,
    max(totals.cells) AS cells,
    max(totals.added) AS added,
    avg(totals.eliminated) AS mean_eliminated,
    max(totals.density) AS density,
    avg(totals.recall) AS recall,
    avg(totals.precision) AS precision,
    avg(totals.f_score) AS f_score,
    setrisk_internal.mean_half_width(count(totals.recall), stddev_samp(totals.recall)) AS recall_half,
    setrisk_internal.mean_half_width(count(totals.precision), stddev_samp(totals.precision)) AS precision_half,
    setrisk_internal.mean_half_width(count(totals.f_score), stddev_samp(totals.f_score)) AS f_half
FROM query_table($runs) AS totals
GROUP BY totals.attack
