-- recommended(grid, max_at_risk := NULL, max_confidence := NULL, min_coverage := 0.5, max_error := 1)
-- The least distorted release of a what-if grid that is within the limits, or the nearest to them if none is. There is
-- no row if every release failed, has unknown risk (no attack on it does more than guess), or has a mark or a series
-- that the gate refuses; seeded releases count, since they can be made again without a seed. An error where a limit is
-- out of its range.
--
-- parameter: grid: the name that the grid was given, or got
-- parameter: max_at_risk: largest fraction of the records that may be at risk, 0 to 1
-- parameter: max_confidence: highest score that a record may have, 0 to 1
-- parameter: min_coverage: least fraction of the rare itemsets that the promise must be about, 0 to 1
-- parameter: max_error: largest error of counting queries over all bands, 0 to 2, which a release without content has
-- row: one, or none
-- column: cell INTEGER, >= 1: the number of the release in the grid
-- column: method VARCHAR: the method that made the release
-- column: parameters JSON: the parameters of the method
-- column: is_within BOOLEAN?: whether the release is within the limits; NULL if none of the limits is on risk
-- column: excess DOUBLE, >= 0: by how much it misses the limits, the largest of them; 0 if it is within all
-- column: worst_attack VARCHAR?: as in setrisk.whatif_results, like the columns that follow
-- column: share_at_risk DOUBLE?, 0 to 1: fraction of the records at risk by the worst attack
-- column: baseline_share DOUBLE?, 0 to 1: fraction of the records at risk by guessing
-- column: beats_baseline BOOLEAN?: whether the best attack puts more records at risk than guessing
-- column: coverage DOUBLE?, 0 to 1: fraction of the rare itemsets that the promise is about
-- column: max_score DOUBLE?, 0 to 1: the highest score that any attack gives a record
-- column: error DOUBLE?, 0 to 2: mean error of counting queries over all bands
-- column: spread DOUBLE?, >= 0: how far the error differs between reconstructions
-- column: release VARCHAR?: the name of the release if it was kept
-- column: marks VARCHAR[]: the marks of the release
-- reads: originals
-- example: FROM setrisk.recommended('visits 1', max_at_risk := 0.05)
-- duckdb only: error
SELECT
    rated.cell, rated.method, rated.parameters,
    CASE WHEN rated.excess > 0 THEN false WHEN $max_at_risk IS NOT NULL OR $max_confidence IS NOT NULL THEN true END
        AS is_within,
    rated.excess, rated.worst_attack, rated.share_at_risk, rated.baseline_share, rated.beats_baseline, rated.coverage,
    rated.max_score, rated.error, rated.spread,
    rated.release, rated.marks
FROM (
    SELECT
        tried.cell, tried.method, tried.parameters, tried.worst_attack, tried.share_at_risk, tried.baseline_share,
        tried.beats_baseline, tried.coverage, tried.max_score, tried.error, tried.spread, tried.release, tried.marks,
        greatest(
            coalesce(tried.share_at_risk - setrisk_internal.check_fraction('max_at_risk', $max_at_risk), 0),
            CASE
                WHEN setrisk_internal.is_above(
                    tried.max_score, setrisk_internal.check_fraction('max_confidence', $max_confidence)
                )
                    THEN tried.max_score - $max_confidence
                ELSE 0
            END,
            coalesce(setrisk_internal.check_fraction('min_coverage', $min_coverage) - tried.coverage, 0),
            -- Where no pair was asked for, the error is not known: whoever reads the row sees that.
            coalesce(tried.error - CASE
                WHEN isnan(CAST($max_error AS DOUBLE)) OR CAST($max_error AS DOUBLE) NOT BETWEEN 0 AND 2
                    THEN CAST(error('max_error is ' || $max_error || '; it must be from 0 to 2') AS DOUBLE)
                ELSE $max_error
            END, 0),
            0
        ) AS excess
    FROM setrisk.whatif_results($grid) AS tried
    -- Where nothing is known of its risk, it is not within any limit.
    WHERE tried.failure IS NULL AND tried.share_at_risk IS NOT NULL AND tried.max_score IS NOT NULL
        AND EXISTS (
            SELECT methods.method FROM setrisk_internal.attack_methods() AS methods
            WHERE list_contains(tried.attacks, methods.method) AND NOT methods.is_baseline
        )
        AND len(tried.marks) = CASE WHEN list_contains(tried.marks, 'seeded') THEN 1 ELSE 0 END
) AS rated
ORDER BY rated.excess, rated.error NULLS LAST, rated.cell
LIMIT 1
