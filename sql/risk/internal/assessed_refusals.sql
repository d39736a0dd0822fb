-- assessed_refusals(release, max_narrowing, max_inference, max_linkability, max_singling_out)
-- Why a release may not be published, as far as there are limits on what assessing it finds: the highest risk that it
-- may have is above the limit, or nobody knows whether it is.
--
-- row:    one per criterion whose limit it does not keep
-- column: release VARCHAR
-- column: refusal VARCHAR: the criterion
-- column: found DOUBLE?: the upper end of the interval; NULL if it is unknown
-- column: allowed DOUBLE: the limit
-- column: reason VARCHAR: why, in words
-- reads:  originals
WITH criterion_limits AS MATERIALIZED (
    SELECT criteria.criterion, criteria.allowed
    FROM setrisk_internal.criterion_limits(
        $max_narrowing, $max_inference, $max_linkability, $max_singling_out
    ) AS criteria
    WHERE criteria.allowed IS NOT NULL
),
rates AS MATERIALIZED (
    SELECT release_rates.* FROM setrisk_internal.release_rates($release) AS release_rates
),
assessed_risks AS MATERIALIZED (
    SELECT
        risks.number,
        risks.criterion,
        risks.known,
        risks.choice,
        risks.risk,
        risks.risk_high,
        risks.is_weak,
        setrisk_internal.numeric_parameter(releases.parameters, 'epsilon') AS epsilon
    FROM setrisk_internal.risks_of_rates('rates') AS risks
    JOIN setrisk.release AS releases ON releases.release = $release
),
highest_risks AS MATERIALIZED (
    SELECT
        criterion_risks.criterion,
        criterion_risks.known,
        criterion_risks.choice,
        criterion_risks.risk,
        criterion_risks.risk_high,
        criterion_risks.is_weak
    FROM setrisk_internal.highest_risks('assessed_risks') AS criterion_risks
)
SELECT
    $release AS release,
    judged_limits.criterion AS refusal,
    CASE WHEN judged_limits.reason IS NULL THEN judged_limits.risk_high END AS found,
    judged_limits.allowed,
    coalesce(
        judged_limits.reason,
        replace(judged_limits.criterion, '_', ' ') || ' by '
            || setrisk_internal.items_in_words(judged_limits.known, judged_limits.choice) || ' has a risk of '
            || setrisk_internal.percent(judged_limits.risk) || ', and of up to '
            || setrisk_internal.percent(judged_limits.risk_high) || ' with 95 % confidence; the limit is '
            || setrisk_internal.limit_percent(judged_limits.allowed)
    ) AS reason
FROM (
    SELECT
        criterion_limits.criterion,
        criterion_limits.allowed,
        highest_risks.known,
        highest_risks.choice,
        highest_risks.risk,
        highest_risks.risk_high,
        CASE
            WHEN NOT EXISTS (SELECT found_risks.criterion FROM highest_risks AS found_risks)
                THEN replace(criterion_limits.criterion, '_', ' ') || ' is unknown, since it was not assessed: run '
                    || 'setrisk assess'
            WHEN highest_risks.criterion IS NULL AND criterion_limits.criterion = 'narrowing'
                AND setrisk_internal.numeric_parameter(releases.parameters, 'epsilon') IS NOT NULL
                THEN 'narrowing does not apply to it, since its records are not those of people: leave out '
                    || 'max_narrowing, and limit the other criteria'
            WHEN highest_risks.criterion IS NULL
                THEN replace(criterion_limits.criterion, '_', ' ') || ' could not be assessed: nobody has enough '
                    || 'items, or the release suggests nothing; run setrisk assess with fewer known items'
            WHEN highest_risks.risk_high IS NULL
                THEN replace(criterion_limits.criterion, '_', ' ') || ' by '
                    || setrisk_internal.items_in_words(highest_risks.known, highest_risks.choice)
                    || ' has an unknown risk, since nobody outside of the release has so many; run setrisk assess '
                    || 'with fewer known items, or with more people as control'
            WHEN setrisk_internal.is_above(highest_risks.risk_high, criterion_limits.allowed) THEN NULL
            WHEN highest_risks.is_weak
                THEN replace(criterion_limits.criterion, '_', ' ') || ' was never attacked better than without '
                    || 'what is known, which does not show that it is safe; run setrisk assess with more known '
                    || 'items'
        END AS reason
    FROM criterion_limits
    JOIN setrisk.release AS releases ON releases.release = $release
    LEFT JOIN highest_risks ON highest_risks.criterion = criterion_limits.criterion
) AS judged_limits
WHERE judged_limits.reason IS NOT NULL OR setrisk_internal.is_above(judged_limits.risk_high, judged_limits.allowed)
