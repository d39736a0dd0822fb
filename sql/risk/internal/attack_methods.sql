-- attack_methods()
-- The attack methods of all families.
--
-- row: one per method of the registry that attacks
-- column: method VARCHAR
-- column: family VARCHAR: the family of the releases that it attacks
-- column: is_baseline BOOLEAN: whether it only guesses
-- reads: nothing
SELECT methods.method, methods.family, methods.method IN ('ra', 'random') AS is_baseline
FROM (
    SELECT unnest(['ra', 'mda', 'tba', 'wba', 'gba', 'rba']) AS method, 'generalisation' AS family
    UNION ALL
    SELECT unnest(['random', 'aba', 'rga', 'mra', 'assignment']) AS method, 'disassociation' AS family
    UNION ALL
    SELECT unnest(['cluster', 'transitive', 'global', 'exact']) AS method, 'serial' AS family
    UNION ALL
    SELECT unnest(['linkage']) AS method, 'histogram' AS family
) AS methods
