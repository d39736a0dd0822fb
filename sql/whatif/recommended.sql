-- recommended(grid, max_at_risk := NULL, max_score := NULL, min_coverage := NULL, max_error := 1, max_narrowing := NULL, max_inference := NULL, max_linkability := NULL, max_singling_out := NULL, known := NULL)
-- The least distorted release of a what-if grid within the limits, or the nearest. The column `is_within` says which:
-- whether it keeps all limits, or is the one that misses them by least. Distortion is the error over all bands of
-- `utility`. For the owner of the data. There is no row if no release can be recommended: each one failed, is empty,
-- has unknown risk, because no attack other than guessing was run on it, or has a mark, or a series, that the gate
-- refuses. Seeded releases are an exception, because they can be made again without a seed. An unknown grid or a limit
-- outside its range is an error.
--
-- parameter: grid: name of a grid
-- parameter: max_at_risk: the largest fraction of records, 0 to 1, that the worst attack, or guessing by its mean, may
--     put at risk, by the threshold of the grid; NULL for no limit
-- parameter: max_score: the highest score, 0 to 1, that an attack may give a record; NULL for no limit
-- parameter: min_coverage: the smallest fraction of the rare itemsets, 0 to 1, that the release must promise to
--     protect; unless given, half of them, or none if the only limits are those on what assessing finds, which do not
--     go by what a release promises
-- parameter: max_error: the largest error over all bands, 0 to 2; a release without any content has an error of 2;
--     NULL for the default
-- parameter: max_narrowing: the largest fraction of people, 0 to 1, whom a few known items may leave with few records;
--     this and the next three are limits on the columns of the same name, which mean the same for every family. A
--     release of which one of them is not known is not recommended if it has a limit
-- parameter: max_inference: the highest risk, 0 to 1, that one more item of a person is inferred
-- parameter: max_linkability: the highest risk, 0 to 1, that two sources about the same person are linked
-- parameter: max_singling_out: the highest risk, 0 to 1, that somebody is singled out
-- parameter: known: numbers of known items that a release must have been assessed for to keep one of these four; 1 to 4
--     unless given. Numbers that are given must have been measured, too
-- row:       one, or none
-- column:    cell INTEGER, >= 1: number of the release in the grid
-- column:    method VARCHAR: how it was made
-- column:    parameters JSON: what the method was given
-- column:    is_within BOOLEAN?: whether it keeps the limits; NULL if it keeps those that are given, but none of them
--     is on risk, or it was not asked in full whether it does (left_out_attack)
-- column:    excess DOUBLE, >= 0: the largest amount by which it misses a limit, 0 if it keeps them all
-- column:    worst_attack VARCHAR: the attack that puts the most records at risk, which may be guessing, or 'none' for
--     the release as it is
-- column:    share_at_risk DOUBLE?, fraction, 0 to 1: fraction of the records that this attack puts at risk; NULL, as
--     highest_score, if no attack was run, and the release as it is puts nobody at risk
-- column:    baseline_share DOUBLE?, fraction, 0 to 1: fraction that guessing puts at risk; NULL if guessing was not
--     tried, or the family has no random baseline
-- column:    beats_baseline BOOLEAN?: whether an attack that was run puts more records at risk than guessing; NULL
--     if no attack other than guessing was run, or guessing was not, or the family has no random baseline
-- column:    coverage DOUBLE, fraction, 0 to 1: fraction of the rare itemsets that the release promises to protect
-- column:    highest_score DOUBLE?, fraction, 0 to 1: the highest score that an attack gives a record
-- column:    narrowing DOUBLE?, fraction, 0 to 1: the fraction of people whom known items leave with few records: the
--     highest upper end of its intervals, whatever is known. NULL, as the next three, if nobody knows: it was not
--     assessed, nobody could be asked, or no attack worked, which shows no safety without noise
-- column:    inference DOUBLE?, fraction, 0 to 1: the same of the risk that one more item is inferred
-- column:    linkability DOUBLE?, fraction, 0 to 1: the same of the risk that two sources are linked
-- column:    singling_out DOUBLE?, fraction, 0 to 1: the same of the risk that somebody is singled out
-- column:    error DOUBLE?, 0 to 2: error over all bands of `utility`; NULL if no pair was asked for
-- column:    spread DOUBLE?, >= 0: standard deviation of the error over the reconstructions; NULL for one of
--     them
-- column:    left_out_attack VARCHAR?: the attack of the sharper adversary, if it was left out
-- column:    release VARCHAR?: name of the release, NULL if it was not kept
-- column:    marks VARCHAR[]: marks of the release; no other than `seeded`
-- reads:     originals
-- page:      whatif.md
-- example:   FROM setrisk.recommended('visits 1', max_at_risk := 0.3)
-- duckdb only: error
SELECT
    releases.cell,
    releases.method,
    releases.parameters,
    CASE
        WHEN releases.excess > 0 THEN false
        -- What was not asked could be beyond a limit.
        WHEN releases.left_out_attack IS NOT NULL
            AND least($max_narrowing, $max_inference, $max_linkability, $max_singling_out) < 1
            THEN NULL
        -- A limit of 100 % on what assessing finds counts as none.
        WHEN coalesce($max_at_risk, $max_score) IS NOT NULL
            OR least($max_narrowing, $max_inference, $max_linkability, $max_singling_out) < 1
            THEN true
    END AS is_within,
    releases.excess,
    releases.worst_attack,
    releases.share_at_risk,
    releases.baseline_share,
    releases.beats_baseline,
    releases.coverage,
    releases.highest_score,
    releases.narrowing,
    releases.inference,
    releases.linkability,
    releases.singling_out,
    releases.error,
    releases.spread,
    releases.left_out_attack,
    releases.release,
    releases.marks
FROM (
    SELECT
        results.cell,
        results.method,
        results.parameters,
        results.worst_attack,
        results.share_at_risk,
        results.baseline_share,
        results.beats_baseline,
        results.coverage,
        results.highest_score,
        results.narrowing,
        results.inference,
        results.linkability,
        results.singling_out,
        results.error,
        results.spread,
        results.left_out_attack,
        results.release,
        results.marks,
        greatest(
            coalesce(results.share_at_risk - setrisk_internal.check_fraction('max_at_risk', $max_at_risk), 0),
            setrisk_internal.excess_over(
                results.highest_score, setrisk_internal.check_fraction('max_score', $max_score)
            ),
            coalesce(
                coalesce(
                    setrisk_internal.check_fraction('min_coverage', $min_coverage),
                    CASE
                        WHEN coalesce($max_at_risk, $max_score) IS NULL
                            AND least($max_narrowing, $max_inference, $max_linkability, $max_singling_out) < 1
                            THEN 0
                        ELSE setrisk_internal.least_coverage()
                    END
                )
                - results.coverage,
                0
            ),
            setrisk_internal.excess_over(
                results.narrowing, setrisk_internal.check_fraction('max_narrowing', $max_narrowing)
            ),
            setrisk_internal.excess_over(
                results.inference, setrisk_internal.check_fraction('max_inference', $max_inference)
            ),
            setrisk_internal.excess_over(
                results.linkability, setrisk_internal.check_fraction('max_linkability', $max_linkability)
            ),
            setrisk_internal.excess_over(
                results.singling_out, setrisk_internal.check_fraction('max_singling_out', $max_singling_out)
            ),
            -- An unknown error, if no pair was asked for, exceeds no limit: it is shown as NULL.
            coalesce(results.error - CASE
                WHEN isnan(CAST($max_error AS DOUBLE)) OR CAST($max_error AS DOUBLE) NOT BETWEEN 0 AND 2
                    THEN CAST(error('max_error is ' || $max_error || '; it must be from 0 to 2') AS DOUBLE)
                ELSE coalesce($max_error, 1)
            END, 0),
            0
        ) AS excess
    FROM setrisk.whatif_results($grid) AS results
    ANTI JOIN setrisk_internal.obstacles(
        $grid,
        $max_narrowing,
        $max_inference,
        $max_linkability,
        $max_singling_out,
        $known,
        coalesce($max_at_risk, $max_score) IS NOT NULL
    ) AS obstacles ON obstacles.cell = results.cell
) AS releases
ORDER BY releases.excess, is_within IS NULL, releases.error NULLS LAST, releases.cell
LIMIT 1
