-- highest_risks_of_release(release, known)
-- The highest risk that a release may have by each criterion that it was assessed by.
--
-- parameter: known: the numbers of known items that count although nobody could be asked about; NULL for the default
-- row:    one per criterion; none if it was not assessed
-- column: criterion VARCHAR: 'narrowing', 'inference', 'linkability' or 'singling_out'
-- column: measured VARCHAR: that, or 'sensitive_precision' or 'sensitive_recall'
-- column: known BIGINT, items, >= 1
-- column: choice VARCHAR
-- column: risk DOUBLE?, fraction, 0 to 1
-- column: risk_high DOUBLE?, fraction, 0 to 1
-- column: other_adversary VARCHAR?: whose upper end it is, if not that of the one who gains more
-- column: attempts BIGINT, attempts, >= 1
-- column: successes BIGINT, attempts, >= 0
-- column: is_row_weak BOOLEAN: whether the attack of the row of risk_high did no better than without what is known
-- column: top_risk DOUBLE?, fraction, 0 to 1: the highest risk, and of which row
-- column: top_known BIGINT, items, >= 1
-- column: top_choice VARCHAR
-- column: top_measured VARCHAR
-- column: is_weak BOOLEAN
-- column: is_resisted BOOLEAN
-- column: unknown_reason VARCHAR?: why risk is NULL, in words
-- column: measured_known BIGINT[]: the numbers of known items that were measured
-- column: unmeasured BIGINT[]: the numbers among known that were not
-- reads:  originals
WITH assessed_risks AS MATERIALIZED (
    SELECT
        risks.number,
        risks.criterion,
        risks.known,
        risks.choice,
        risks.risk,
        risks.risk_high,
        risks.is_weak,
        risks.is_able,
        risks.unknown_reason,
        risks.other_adversary,
        risks.attempts,
        risks.successes
    FROM setrisk_internal.release_risks($release) AS risks
    -- That nobody could be asked about more known items than are required leaves nothing unknown that was required.
    WHERE risks.risk IS NOT NULL OR list_contains(setrisk_internal.required_known($known), risks.known)
)
SELECT
    criterion_risks.criterion,
    criterion_risks.measured,
    criterion_risks.known,
    criterion_risks.choice,
    criterion_risks.risk,
    criterion_risks.risk_high,
    assessed_risks.other_adversary,
    assessed_risks.attempts,
    assessed_risks.successes,
    criterion_risks.is_row_weak,
    criterion_risks.top_risk,
    criterion_risks.top_known,
    criterion_risks.top_choice,
    criterion_risks.top_measured,
    criterion_risks.is_weak,
    criterion_risks.is_resisted,
    assessed_risks.unknown_reason,
    list_sort(list_distinct(criterion_risks.measured_known)) AS measured_known,
    setrisk_internal.unmeasured_known($known, criterion_risks.measured_known) AS unmeasured
FROM setrisk_internal.highest_risks('assessed_risks') AS criterion_risks
JOIN assessed_risks
    ON assessed_risks.criterion = criterion_risks.measured AND assessed_risks.known = criterion_risks.known
        AND assessed_risks.choice = criterion_risks.choice
