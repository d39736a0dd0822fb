-- assessment(release)
-- How often attacks were right. The same attacks are tried on every release, with people in it and
-- with others: what is right about others too is knowledge about all people, and no risk of being in the release.
--
-- parameter: release: a release that was assessed in this database; or a data set that was, shown as it is, if no
--     release has this name
-- row:       one per criterion, number of known items, choice of them, adversary, and variant of the attack
-- column:    criterion VARCHAR: 'narrowing' down to few records, 'inference' of one more item, 'linkability' of two
--     sources about the same people, 'singling_out' of one person by a predicate that the release suggests; if
--     sensitive items were named, 'sensitive_precision' and 'sensitive_recall' of guesses of these
-- column:    known BIGINT, items, >= 1: known items of each person, in each source, or in each predicate
-- column:    choice VARCHAR: which items are known: 'random' ones of the person's, or the 'rarest' of the release
-- column:    adversary VARCHAR: 'uniform', who draws at random what the release leaves open, or 'sharper', who has
--     attacked it first; narrowing and the naive attack are those of the uniform one
-- column:    variant VARCHAR: of the attack: 'main' on people in the release, 'control' on others of the same
--     population, 'naive' on people in it, without what is known of them
-- column:    attempts BIGINT, attempts, >= 1: people who were attacked, or predicates that were tried; for precision
--     guesses of a sensitive item, for recall people who have one
-- column:    successes BIGINT, attempts, >= 0: how often the attack was right
-- column:    k INTEGER?, records, >= 2: of narrowing, the number of records below which a person counts; NULL for
--     others
-- column:    rate DOUBLE, fraction, 0 to 1: their fraction; for the control of singling out scaled to as many people as
--     are in the release
-- column:    rate_low DOUBLE, fraction, 0 to 1: lower end of its 95 % confidence interval, by Wilson
-- column:    rate_high DOUBLE, fraction, 0 to 1: upper end
-- checks:    assessed_release($release)
-- reads:     originals
-- page:      assessment.md
-- example:   FROM setrisk.assessment('r2')
SELECT
    rates.criterion,
    rates.known,
    rates.choice,
    rates.adversary,
    rates.variant,
    rates.attempts,
    rates.successes,
    rates.k,
    rates.rate,
    rates.rate_low,
    rates.rate_high
FROM setrisk_internal.release_rates($release) AS rates
WHERE rates.number = 0
