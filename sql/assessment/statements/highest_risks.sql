-- highest_risks(release, known)
-- The highest risk that a release may have by each criterion that it was assessed by.
--
-- parameter: known: the numbers of known items that count although nobody could be asked about; NULL for the default
-- row:    one per criterion; none if it was not assessed
-- column: criterion VARCHAR: 'narrowing', 'inference', 'linkability' or 'singling_out'
-- column: risk_high DOUBLE?, fraction, 0 to 1: the upper end of its interval; NULL if it is unknown, as when no attack
--     worked, or nobody has as many items as the known ones that were named
-- column: is_resisted BOOLEAN: whether all attacks by it were no better than without what is known, but were on the
--     data as they are
-- reads:  originals
SELECT
    risks.criterion,
    CASE WHEN NOT risks.is_weak AND len(risks.unmeasured) = 0 THEN risks.risk_high END AS risk_high,
    risks.is_resisted
FROM setrisk_internal.highest_risks_of_release($release, $known) AS risks
ORDER BY risks.criterion
