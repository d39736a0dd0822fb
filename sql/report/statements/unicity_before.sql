-- unicity_before(dataset, k, most)
-- How many people of the data a few known items narrow down to fewer than k transactions: the larger of what random
-- known items and the rarest do.
--
-- parameter: most: known items at most
-- row:       one per number of known items
-- column:    known BIGINT, items, >= 1
-- column:    choice VARCHAR: random or rarest
-- column:    asked_people BIGINT, transactions, >= 1
-- column:    narrowed_people BIGINT, transactions, >= 0
-- column:    unicity DOUBLE, fraction, 0 to 1
-- column:    unicity_low DOUBLE, fraction, 0 to 1
-- column:    unicity_high DOUBLE, fraction, 0 to 1
-- reads:     originals
SELECT
    curves.known,
    curves.choice,
    curves.asked_people,
    curves.narrowed_people,
    curves.unicity,
    curves.unicity_low,
    curves.unicity_high
FROM (
    SELECT 'random' AS choice, random_curve.*
    FROM setrisk.unicity_curve($dataset, k := $k, choice := 'random') AS random_curve
    UNION ALL
    SELECT 'rarest' AS choice, rarest_curve.*
    FROM setrisk.unicity_curve($dataset, k := $k, choice := 'rarest') AS rarest_curve
) AS curves
WHERE curves.unicity IS NOT NULL AND curves.known <= $most
QUALIFY row_number() OVER (PARTITION BY curves.known ORDER BY curves.unicity_high DESC, curves.choice) = 1
ORDER BY curves.known
