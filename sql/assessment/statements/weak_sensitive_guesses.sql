-- weak_sensitive_guesses(release)
-- Whether the guesses of sensitive items were all too weak to say anything.
--
-- row:    one
-- column: are_weak BOOLEAN?: NULL if it was not assessed for sensitive items
-- reads:  originals
SELECT bool_and(risks.is_weak) AS are_weak
FROM setrisk_internal.release_risks($release) AS risks
WHERE starts_with(risks.criterion, 'sensitive')
