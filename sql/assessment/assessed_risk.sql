-- assessed_risk(release)
-- What a release gives away. It means the same for every release: of the attacks that fail about
-- people who are not in it, the fraction that succeed about people who are. Narrowing has no
-- attack on others: it is the fraction of the people in the release of whom few of its records may be theirs.
--
-- parameter: release: a release that was assessed in this database; or a data set that was, shown as it is, if no
--     release has this name
-- row:       one per criterion, number of known items and choice of them
-- column:    criterion VARCHAR: 'narrowing' down to few records, 'inference' of one more item, 'linkability' of two
--     sources about the same people, 'singling_out' of one person by a predicate that the release suggests; if
--     sensitive items were named, 'sensitive_precision' and 'sensitive_recall' of guesses of these
-- column:    known BIGINT, items, >= 1: known items of each person, in each source, or in each predicate
-- column:    choice VARCHAR: which items are known: 'random' ones of the person's, or the 'rarest' of the release
-- column:    adversary VARCHAR: 'uniform' or 'sharper': whose risk is higher, and is shown
-- column:    risk DOUBLE?, fraction, 0 to 1: (main - control) / (1 - control), at least 0; NULL if nobody outside
--     of the release could be asked about, nothing was guessed of them, or they are of another population
-- column:    risk_low DOUBLE?, fraction, 0 to 1: lower end of its 95 % confidence interval
-- column:    risk_high DOUBLE?, fraction, 0 to 1: upper end; the higher one of those of both adversaries
-- column:    is_weak BOOLEAN: whether neither adversary is right more often than one who uses nothing that is known, by
--     more than chance, or, of sensitive items, than about others: then a low risk may be the fault of the attacks, and
--     does not mean that the release is safe
-- column:    sentence VARCHAR: what the row says, in words, of the adversary who is shown
-- checks:    assessed_release($release)
-- reads:     originals
-- page:      assessment.md
-- example:   FROM setrisk.assessed_risk('r2')
SELECT
    risks.criterion,
    risks.known,
    risks.choice,
    risks.adversary,
    risks.risk,
    risks.risk_low,
    risks.risk_high,
    risks.is_weak,
    risks.sentence
FROM setrisk_internal.release_risks($release) AS risks
