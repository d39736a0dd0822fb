-- unicity_curve(dataset, k := 2, choice := 'random', people := 2000, seed := 0)
-- The fraction of people whom 1 to 10 known items single out. A row is an answer of `unicity`.
--
-- parameter: dataset: a loaded data set
-- parameter: k: a person counts if the known items fit fewer than k transactions; 2 for people who are singled out
-- parameter: choice: which items are known: 'random' ones of the person's, or the 'rarest'
-- parameter: people: how many people to ask about for each number of known items, 1 to 1,000,000
-- parameter: seed: seed of the draws of people and of items, at least 0
-- row:       one per number of known items, 1 to 10
-- column:    known BIGINT, items, >= 1: known items of each person
-- column:    asked_people BIGINT, transactions, >= 0: people who were asked about; they have at least so many items
-- column:    narrowed_people BIGINT, transactions, >= 0: those of whom fewer than k transactions have the known items
-- column:    unicity DOUBLE?, fraction, 0 to 1: narrowed_people divided by asked_people; NULL if nobody has so
--     many items
-- column:    unicity_low DOUBLE?, fraction, 0 to 1: lower end of the 95 % confidence interval, by Wilson
-- column:    unicity_high DOUBLE?, fraction, 0 to 1: upper end
-- reads:     originals
-- source:    de Montjoye et al. 2013
-- page:      assessment.md
-- example:   FROM setrisk.unicity_curve('visits') ORDER BY known
SELECT
    counts.known,
    counts.asked_people,
    counts.narrowed_people,
    counts.unicity,
    counts.unicity_low,
    counts.unicity_high
FROM setrisk_internal.unicity_by_known(
    $dataset,
    1,
    10,
    setrisk_internal.check_within('k', $k, 2, 1000000),
    $choice,
    setrisk_internal.check_within('people', $people, 1, 1000000),
    setrisk_internal.check_at_least('seed', $seed, 0)
) AS counts
