-- whatif_results(grid)
-- What a what-if grid found out about each release that it tried. It says how each was made, who is at risk in it, and
-- what it costs. The numbers are computed from the original records; do not publish them.
--
-- parameter: grid: name of a grid
-- row:       one per release of the grid, made or not
-- column:    cell INTEGER, >= 1: number of the release in the grid
-- column:    method VARCHAR: how it was made
-- column:    parameters JSON: what the method was given
-- column:    reconstructions BIGINT, reconstructions, >= 1: random reconstructions that its utility was measured by
-- column:    pairs BIGINT, pairs, >= 1: pairs of each band that its utility was measured by
-- column:    at_risk_below INTEGER, candidates, >= 2: a record of a generalised or disassociated release is at risk if
--     it has fewer candidates; the same for the whole grid
-- column:    attacks VARCHAR[]: the attacks on it, each a method with the parameters that are not the default
-- column:    knowledge VARCHAR: what the attackers know of items: 'self', a corpus or an embedding; 'self' too in a
--     family whose attacks use none
-- column:    sample BIGINT?, transactions, >= 1: how many transactions, drawn at random, it was made of; NULL for all
-- column:    worst_attack VARCHAR?: the attack that puts the most records at risk, which may be guessing, or 'none' for
--     the release as it is; NULL after a failure, as all columns below that may be NULL
-- column:    share_at_risk DOUBLE?, fraction, 0 to 1: fraction of the records that this attack puts at risk; NULL, as
--     the next two, also if no attack was run, and the release as it is puts nobody at risk
-- column:    highest_score DOUBLE?, fraction, 0 to 1: the highest score that any attack gives a record
-- column:    mean_score DOUBLE?, fraction, 0 to 1: the mean score that the worst attack gives the records
-- column:    baseline_share DOUBLE?, fraction, 0 to 1: fraction that guessing puts at risk; NULL if guessing was not
--     tried, or the family has no random baseline
-- column:    beats_baseline BOOLEAN?: whether an attack that was run puts more records at risk than guessing; NULL
--     if no attack other than guessing was run, or guessing was not, or the family has no random baseline
-- column:    coverage DOUBLE?, fraction, 0 to 1: fraction of the rare itemsets that the release promises to protect
-- column:    narrowing DOUBLE?, fraction, 0 to 1: the fraction of people whom known items leave with few records: the
--     highest upper end of its intervals, whatever is known. NULL, as the next three, if nobody knows: it was not
--     assessed, nobody could be asked, or no attack worked, which shows no safety without noise
-- column:    inference DOUBLE?, fraction, 0 to 1: the same of the risk that one more item is inferred
-- column:    linkability DOUBLE?, fraction, 0 to 1: the same of the risk that two sources are linked
-- column:    singling_out DOUBLE?, fraction, 0 to 1: the same of the risk that somebody is singled out
-- column:    error_low_support DOUBLE?, 0 to 2: error of counting queries for pairs of low support, as in `utility`
-- column:    error_medium_support DOUBLE?, 0 to 2: the same for pairs of medium support
-- column:    error_high_support DOUBLE?, 0 to 2: the same for pairs of high support
-- column:    error DOUBLE?, 0 to 2: the same for all pairs
-- column:    spread DOUBLE?, >= 0: standard deviation of that over the reconstructions; NULL for one reconstruction
-- column:    distortions MAP(VARCHAR, DOUBLE)?: metrics that the family has of its own, as in `distortions`
-- column:    n_records BIGINT?, records, >= 0: how many it publishes
-- column:    n_items BIGINT?, items, >= 0: how many it names
-- column:    marks VARCHAR[]?: marks of the release; `series` if comparing it with the others of its series puts people
--     at risk
-- column:    seconds DOUBLE?, seconds, >= 0: how long it took to make, without attacking and assessing it
-- column:    assessment_failure VARCHAR?: why it was not assessed; NULL if it was
-- column:    asked_known BIGINT[]?: the numbers of known items that it was assessed for; NULL if it was not
-- column:    left_out_attack VARCHAR?: the attack of the sharper adversary, if it was left out, since the release has
--     more cells than `max_cells`; then the four risks are those by the uniform adversary alone
-- column:    release VARCHAR?: name of the release, NULL if it was not kept
-- column:    failure VARCHAR?: why there are no results; NULL if there are
-- checks:    known_grid($grid)
-- reads:     originals
-- page:      whatif.md
-- example:   SELECT cell, method, share_at_risk, error FROM setrisk.whatif_results('visits 1')
SELECT
    cells.cell,
    cells.method,
    cells.parameters,
    cells.reconstructions,
    cells.pairs,
    cells.at_risk_below,
    cells.attacks,
    cells.knowledge,
    cells.sample,
    cells.worst_attack,
    cells.share_at_risk,
    cells.highest_score,
    cells.mean_score,
    cells.baseline_share,
    cells.beats_baseline,
    cells.coverage,
    criteria.narrowing,
    criteria.inference,
    criteria.linkability,
    criteria.singling_out,
    cells.error_low_support,
    cells.error_medium_support,
    cells.error_high_support,
    cells.error,
    cells.spread,
    cells.distortions,
    cells.n_records,
    cells.n_items,
    cells.marks,
    cells.seconds,
    cells.assessment_failure,
    cells.asked_known,
    cells.left_out_attack,
    cells.release,
    cells.failure
FROM setrisk_private.whatif_cell AS cells
LEFT JOIN setrisk_internal.criteria_of_cells($grid) AS criteria ON criteria.cell = cells.cell
WHERE cells.grid = $grid
