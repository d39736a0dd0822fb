-- recommended(grid, max_at_risk := NULL, max_confidence := NULL)
-- One row, for the owner: of the releases of a grid that meet the limits, the least distorted, by the error over all bands of
-- utility; where none does, the one that is nearest. No row where each failed, is of unknown risk (no attack on it needs more
-- than luck), or has a mark that the gate refuses; but for seeded ones, which can be made again without.
-- An error where there is no grid of that name, or a limit is not from 0 to 1.
-- cell INTEGER; method VARCHAR; parameters JSON; is_within BOOLEAN: whether it meets the limits; excess DOUBLE: by how much it
-- passes them, the larger of the two, 0 where it does not; worst_attack VARCHAR; share_at_risk, max_score DOUBLE; error, spread
-- DOUBLE; release VARCHAR: its name, where it was kept; marks VARCHAR[]
-- duckdb only: list_has_all
SELECT
    rated.cell, rated.method, rated.parameters, rated.excess = 0 AS is_within, rated.excess, rated.worst_attack,
    rated.share_at_risk, rated.max_score, rated.error, rated.spread, rated.release, rated.marks
FROM (
    SELECT
        tried.cell, tried.method, tried.parameters, tried.worst_attack, tried.share_at_risk, tried.max_score, tried.error,
        tried.spread, tried.release, tried.marks,
        greatest(
            coalesce(tried.share_at_risk - setrisk.share('max_at_risk', $max_at_risk), 0),
            CASE
                WHEN setrisk.is_above(tried.max_score, setrisk.share('max_confidence', $max_confidence))
                    THEN tried.max_score - $max_confidence
                ELSE 0
            END,
            0
        ) AS excess
    FROM setrisk.whatif_results($grid) AS tried
    -- Where nothing is known of its risk, it is not within any limit.
    WHERE tried.failure IS NULL AND tried.share_at_risk IS NOT NULL AND tried.max_score IS NOT NULL
        AND NOT list_has_all(setrisk.baselines(), tried.attacks)
        AND len(tried.marks) = CASE WHEN list_contains(tried.marks, 'seeded') THEN 1 ELSE 0 END
) AS rated
ORDER BY rated.excess, rated.error NULLS LAST, rated.cell
LIMIT 1
