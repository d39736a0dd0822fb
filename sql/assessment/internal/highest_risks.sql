-- highest_risks(source)
-- The highest risk that each release may have by each criterion, whatever is known. Guesses of sensitive items, if they
-- were asked about, count as inference.
--
-- parameter: source: the name of a CTE of the caller with number, criterion, known, choice, risk, risk_high and
--     is_weak, as in risks_of_rates; and is_able, as in release_risks
-- row:       one per number and criterion
-- column:    number INTEGER, >= 0: of the release
-- column:    criterion VARCHAR: 'narrowing', 'inference', 'linkability' or 'singling_out'
-- column:    measured VARCHAR: the criterion of the row with the highest upper end of its interval: that, or
--     'sensitive_precision' or 'sensitive_recall'
-- column:    known BIGINT, items, >= 1: of that row; of one without an interval, if there is one
-- column:    choice VARCHAR: of that row
-- column:    risk DOUBLE?, fraction, 0 to 1: of that row
-- column:    risk_high DOUBLE?, fraction, 0 to 1: of that row; NULL if nobody outside could be asked about in any row
-- column:    is_row_weak BOOLEAN: whether the attack of that row was no better than one that uses nothing that is known
-- column:    top_risk DOUBLE?, fraction, 0 to 1: the highest risk, whose interval may be narrower than that of that
--     row; of rows in which the attack was better than that, if there are any
-- column:    top_known BIGINT, items, >= 1: of the row with the highest risk
-- column:    top_choice VARCHAR: of the row with the highest risk
-- column:    top_measured VARCHAR: of the row with the highest risk
-- column:    is_weak BOOLEAN: whether the attack was in no row better than one that uses nothing that is known, nor on
--     the data as they are. Then nothing shows that it works. Guesses of sensitive items show nothing of others
-- column:    is_resisted BOOLEAN: whether the attack was in no row better than one that uses nothing that is known, but
--     was on the data as they are
-- column:    measured_known BIGINT[]: the numbers of known items with a row, apart from guesses of sensitive items
-- reads:     nothing, $source: originals
-- duckdb only: query_table
SELECT
    places.number,
    places.criterion,
    places.measured,
    places.known,
    places.choice,
    places.risk,
    places.risk_high,
    places.is_weak AS is_row_weak,
    places.top_risk,
    places.top_known,
    places.top_choice,
    places.top_measured,
    places.n_able = 0 AS is_weak,
    places.n_strong = 0 AND places.n_able > 0 AS is_resisted,
    places.measured_known
FROM (
    SELECT
        risks.*,
        count(*) FILTER (WHERE NOT risks.is_weak AND risks.measured = risks.criterion) OVER (
            PARTITION BY risks.number, risks.criterion
        ) AS n_strong,
        count(*) FILTER (WHERE risks.is_able AND risks.measured = risks.criterion) OVER (
            PARTITION BY risks.number, risks.criterion
        ) AS n_able,
        list(risks.known) FILTER (WHERE risks.measured = risks.criterion) OVER (
            PARTITION BY risks.number, risks.criterion
        ) AS measured_known,
        first_value(risks.risk) OVER top AS top_risk,
        first_value(risks.known) OVER top AS top_known,
        first_value(risks.choice) OVER top AS top_choice,
        first_value(risks.measured) OVER top AS top_measured,
        row_number() OVER (
            PARTITION BY risks.number, risks.criterion
            ORDER BY risks.risk_high DESC NULLS FIRST, risks.is_weak, risks.known, risks.choice, risks.measured
        ) AS place
    FROM (
        SELECT
            measured_risks.number,
            CASE
                WHEN starts_with(measured_risks.criterion, 'sensitive') THEN 'inference'
                ELSE measured_risks.criterion
            END AS criterion,
            measured_risks.criterion AS measured,
            measured_risks.known,
            measured_risks.choice,
            measured_risks.risk,
            measured_risks.risk_high,
            measured_risks.is_weak,
            measured_risks.is_able
        FROM query_table($source) AS measured_risks
    ) AS risks
    WINDOW top AS (
        PARTITION BY risks.number, risks.criterion
        ORDER BY risks.risk IS NULL, risks.is_weak, risks.risk DESC, risks.known, risks.choice, risks.measured
    )
) AS places
WHERE places.place = 1
