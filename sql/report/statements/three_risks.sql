-- three_risks(release, known)
-- The highest risk of a release by each of the three criteria, whatever is known, where the attack was better than
-- without what is known, if it ever was: a few lucky guesses are not the headline; and the highest that it may be, by
-- which limits go: a risk that few guesses show may be low, and its interval wide. Guesses of sensitive items, if they
-- were asked about, count as inference.
--
-- parameter: known: the numbers of known items that count although nobody could be asked about; NULL for the default
-- row:    one per criterion
-- column: criterion VARCHAR: singling_out, linkability or inference
-- column: known BIGINT, items, >= 1
-- column: choice VARCHAR: random or rarest
-- column: risk DOUBLE?, fraction, 0 to 1: NULL if nobody outside of the release could be asked about, or
--     they are of another population
-- column: risk_low DOUBLE?, fraction, 0 to 1
-- column: risk_high DOUBLE?, fraction, 0 to 1
-- column: highest_end DOUBLE?, fraction, 0 to 1: the highest upper end of an interval, whatever is known
-- column: highest_known BIGINT, items, >= 1: the known items of that one
-- column: highest_choice VARCHAR: of that one
-- column: unmeasured BIGINT[]: the numbers named in known of which nothing was measured
-- column: is_unknown BOOLEAN: whether nobody outside could be asked, or nothing was measured of a number that is named
--     in known, or all attacks by the criterion were too weak to say anything, and are on the data as they are, if
--     these were assessed
-- column: is_weak BOOLEAN: whether the attack of the row was no better than without what is known
-- column: unknown_reason VARCHAR?: why the risk is NULL, in words
-- column: sentence VARCHAR
-- reads:  originals
SELECT
    judged_risks.criterion,
    risks.known,
    risks.choice,
    risks.risk,
    risks.risk_low,
    risks.risk_high,
    max(risks.risk_high) OVER (PARTITION BY judged_risks.criterion) AS highest_end,
    first_value(risks.known) OVER highest AS highest_known,
    first_value(risks.choice) OVER highest AS highest_choice,
    setrisk_internal.unmeasured_known(
        $known,
        list(risks.known) FILTER (WHERE risks.criterion = judged_risks.criterion) OVER (
            PARTITION BY judged_risks.criterion
        )
    ) AS unmeasured,
    risks.risk IS NULL
    -- Guesses of sensitive items show nothing of others.
    OR bool_and(NOT risks.is_able OR risks.criterion <> judged_risks.criterion) OVER (
        PARTITION BY judged_risks.criterion
    )
    OR len(unmeasured) > 0 AS is_unknown,
    risks.is_weak,
    risks.unknown_reason,
    risks.sentence
FROM setrisk_internal.release_risks($release) AS risks
CROSS JOIN LATERAL (
    SELECT CASE WHEN starts_with(risks.criterion, 'sensitive') THEN 'inference' ELSE risks.criterion END AS criterion
) AS judged_risks
WHERE judged_risks.criterion IN ('singling_out', 'linkability', 'inference')
    AND (risks.risk IS NOT NULL OR list_contains(setrisk_internal.required_known($known), risks.known))
WINDOW highest AS (
    PARTITION BY judged_risks.criterion ORDER BY risks.risk_high DESC NULLS LAST, risks.known, risks.choice
)
QUALIFY
    row_number() OVER (
        PARTITION BY judged_risks.criterion
        ORDER BY
            risks.risk IS NULL DESC,
            risks.is_weak,
            risks.risk DESC,
            risks.risk_high DESC,
            risks.known,
            risks.choice
    ) = 1
ORDER BY judged_risks.criterion DESC
