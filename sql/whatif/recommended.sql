-- recommended(grid, max_at_risk := NULL, max_confidence := NULL, min_coverage := 0.5, max_error := 1)
-- One row, for the owner: of the releases of a grid that meet the limits, the least distorted, by the error over all
-- bands of utility; where none does, the one that is nearest. No row where each failed, is of unknown risk (no attack
-- on it does more than guess), or has a mark, or a series, that the gate refuses; but for seeded ones, which can be
-- made again without a seed. max_at_risk: as in refusals, but by the threshold of the grid. min_coverage: as there.
-- max_error: the largest error over all bands, 0 to 2, where 2 is what a release without any content has. An error
-- where there is no grid of that name, or a limit is out of its range.
--
-- column: cell INTEGER
-- column: method VARCHAR
-- column: parameters JSON
-- column: is_within BOOLEAN?: whether it meets the limits, NULL where it meets those that are given, and none of them
--     is on risk
-- column: excess DOUBLE: by how much it misses them, the largest of the limits, 0 where it meets all
-- column: worst_attack VARCHAR
-- column: share_at_risk DOUBLE
-- column: baseline_share DOUBLE
-- column: beats_baseline BOOLEAN
-- column: coverage DOUBLE
-- column: max_score DOUBLE
-- column: error DOUBLE
-- column: spread DOUBLE
-- column: release VARCHAR: its name, where it was kept
-- column: marks VARCHAR[]
-- reads: originals
-- duckdb only: error
SELECT
    rated.cell, rated.method, rated.parameters,
    CASE WHEN rated.excess > 0 THEN false WHEN $max_at_risk IS NOT NULL OR $max_confidence IS NOT NULL THEN true END AS is_within,
    rated.excess, rated.worst_attack, rated.share_at_risk, rated.baseline_share, rated.beats_baseline, rated.coverage, rated.max_score, rated.error, rated.spread,
    rated.release, rated.marks
FROM (
    SELECT
        tried.cell, tried.method, tried.parameters, tried.worst_attack, tried.share_at_risk, tried.baseline_share,
        tried.beats_baseline, tried.coverage, tried.max_score, tried.error, tried.spread, tried.release, tried.marks,
        greatest(
            coalesce(tried.share_at_risk - setrisk_internal.check_fraction('max_at_risk', $max_at_risk), 0),
            CASE
                WHEN setrisk_internal.is_above(tried.max_score, setrisk_internal.check_fraction('max_confidence', $max_confidence))
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
