-- elimination_intervals(measured)
-- How well attacks on generalised items do, with the ends of the 95 % confidence intervals.
--
-- parameter: measured: the name of a CTE of the caller with attack, draws, tables, cells, added, mean_eliminated,
--     density, recall, precision, f_score, and recall_half, precision_half and f_half, half of the widths of the
--     intervals
-- row:    one per row of measured
-- column: attack VARCHAR
-- column: draws BIGINT, draws, >= 1
-- column: tables BIGINT, tables, >= 1
-- column: cells BIGINT, cells, >= 1
-- column: added BIGINT, cells, >= 0
-- column: mean_eliminated DOUBLE, mean cells, >= 0
-- column: density DOUBLE, fraction, 0 to 1
-- column: recall DOUBLE?, fraction, 0 to 1
-- column: recall_low DOUBLE?, fraction, 0 to 1
-- column: recall_high DOUBLE?, fraction, 0 to 1
-- column: precision DOUBLE?, fraction, 0 to 1
-- column: precision_low DOUBLE?, fraction, 0 to 1
-- column: precision_high DOUBLE?, fraction, 0 to 1
-- column: f_score DOUBLE?, fraction, 0 to 1
-- column: f_low DOUBLE?, fraction, 0 to 1
-- column: f_high DOUBLE?, fraction, 0 to 1
-- reads:  nothing, $measured: originals
-- duckdb only: query_table
SELECT
    scores.attack,
    scores.draws,
    scores.tables,
    CAST(scores.cells AS BIGINT) AS cells,
    CAST(scores.added AS BIGINT) AS added,
    scores.mean_eliminated,
    scores.density,
    scores.recall,
    setrisk_internal.interval_low(scores.recall, scores.recall_half) AS recall_low,
    setrisk_internal.interval_high(scores.recall, scores.recall_half) AS recall_high,
    scores.precision,
    setrisk_internal.interval_low(scores.precision, scores.precision_half) AS precision_low,
    setrisk_internal.interval_high(scores.precision, scores.precision_half) AS precision_high,
    scores.f_score,
    setrisk_internal.interval_low(scores.f_score, scores.f_half) AS f_low,
    setrisk_internal.interval_high(scores.f_score, scores.f_half) AS f_high
FROM query_table($measured) AS scores
