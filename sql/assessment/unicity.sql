-- unicity(dataset, known := 3, k := 2, choice := 'random', people := 2000, seed := 0)
-- The fraction of people whom a few known items single out. It is about the data as they are, before any release: if
-- someone knows some items of a person, to how many transactions does that narrow the person down?
--
-- parameter: dataset: a loaded data set
-- parameter: known: how many items of the person someone knows, 1 to 100
-- parameter: k: a person counts if the known items fit fewer than k transactions; 2 for people who are singled out
-- parameter: choice: which items are known: 'random' ones of the person's, or the 'rarest'
-- parameter: people: how many people to ask about, drawn at random, 1 to 1,000,000; all if there are no more
-- parameter: seed: seed of the draws of people and of items, at least 0
-- row:       one
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
-- example:   FROM setrisk.unicity('visits', known := 2)
SELECT
    counts.known,
    counts.asked_people,
    counts.narrowed_people,
    counts.unicity,
    counts.unicity_low,
    counts.unicity_high
FROM setrisk_internal.unicity_by_known(
    $dataset,
    setrisk_internal.check_within('known', $known, 1, 100),
    setrisk_internal.check_within('known', $known, 1, 100),
    setrisk_internal.check_within('k', $k, 2, 1000000),
    $choice,
    setrisk_internal.check_within('people', $people, 1, 1000000),
    setrisk_internal.check_at_least('seed', $seed, 0)
) AS counts
