-- highest_risks(source)
-- The highest risk that each release may have by each criterion, whatever is known.
--
-- parameter: source: the name of a CTE of the caller with number, criterion, known, choice, risk, risk_high and
--     is_weak, as in risks_of_rates, and with epsilon: that of a noisy release, otherwise NULL
-- row:       one per number and criterion
-- column:    number INTEGER, >= 0: of the release
-- column:    criterion VARCHAR
-- column:    known BIGINT, items, >= 1: of the row with the highest upper end of its interval; of one without an
--     interval, if there is one
-- column:    choice VARCHAR: of that row
-- column:    risk DOUBLE?, fraction, 0 to 1: of that row
-- column:    risk_high DOUBLE?, fraction, 0 to 1: of that row; NULL if nobody outside could be asked about in any row
-- column:    is_weak BOOLEAN: whether the attack was in no row better than one that uses nothing that is known. Then
--     nothing shows that it works on the release, unless noise of an epsilon of 5 or less protects everyone in it from
--     any attack
-- reads:     nothing, $source: originals
-- duckdb only: query_table
SELECT
    places.number,
    places.criterion,
    places.known,
    places.choice,
    places.risk,
    places.risk_high,
    places.n_strong = 0 AND coalesce(places.epsilon > 5, true) AS is_weak
FROM (
    SELECT
        risks.number,
        risks.criterion,
        risks.known,
        risks.choice,
        risks.risk,
        risks.risk_high,
        risks.epsilon,
        count(*) FILTER (WHERE NOT risks.is_weak) OVER (PARTITION BY risks.number, risks.criterion) AS n_strong,
        row_number() OVER (
            PARTITION BY risks.number, risks.criterion
            ORDER BY risks.risk_high DESC NULLS FIRST, risks.known, risks.choice
        ) AS place
    FROM query_table($source) AS risks
) AS places
WHERE places.place = 1
