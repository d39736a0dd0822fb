-- whatif_assessed_risk(grid)
-- What each release of a what-if grid gives away, as assessed_risk shows it. All were attacked in the same way,
-- with the same people, so that releases of different families can be compared. A release that was not assessed has no
-- row here, and the reason in whatif_results.
--
-- parameter: grid: name of a grid
-- row:       one per release that was assessed, criterion, number of known items and choice of them
-- column:    cell INTEGER, >= 1: number of the release in the grid
-- column:    criterion VARCHAR: 'narrowing', 'inference', 'linkability' or 'singling_out'
-- column:    known BIGINT, items, >= 1: known items of each person, in each source, or in each predicate
-- column:    choice VARCHAR: which items are known: 'random' ones of the person's, or the 'rarest' of the release
-- column:    adversary VARCHAR: 'uniform' or 'sharper': whose risk is higher, and is shown
-- column:    risk DOUBLE?, fraction, 0 to 1: (main - control) / (1 - control), at least 0; NULL if nobody outside
--     of the release could be asked about
-- column:    risk_low DOUBLE?, fraction, 0 to 1: lower end of its 95 % confidence interval
-- column:    risk_high DOUBLE?, fraction, 0 to 1: upper end; the higher one of those of both adversaries
-- column:    is_weak BOOLEAN: whether neither adversary is right more often than one who uses nothing that is known, by
--     more than chance, or, of sensitive items, than about others: then a low risk may be the fault of the attacks, and
--     does not mean that the release is safe
-- column:    sentence VARCHAR: what the row says, in words, of the adversary who is shown
-- checks:    known_grid($grid)
-- reads:     originals
-- page:      whatif.md
-- example:   FROM setrisk.whatif_assessed_risk('visits 1')
SELECT
    risks.number AS cell,
    risks.criterion,
    risks.known,
    risks.choice,
    risks.adversary,
    risks.risk,
    risks.risk_low,
    risks.risk_high,
    risks.is_weak,
    risks.sentence
FROM setrisk_internal.risks_of_cells($grid) AS risks
