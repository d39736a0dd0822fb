-- attack_methods()
-- One row per method that attacks, as the registry has them.
--
-- row: one per method that attacks, as the registry has them
-- column: method VARCHAR
-- column: family VARCHAR: of the releases that it attacks
-- column: is_baseline BOOLEAN: whether it guesses, and makes no use of what it is given
-- reads: nothing
SELECT each.method, each.family, each.method IN ('ra', 'random') AS is_baseline
FROM (
    SELECT unnest(['ra', 'mda', 'tba', 'wba', 'gba', 'rba']) AS method, 'generalisation' AS family
    UNION ALL
    SELECT unnest(['random', 'aba', 'rga', 'mra', 'assignment']) AS method, 'disassociation' AS family
    UNION ALL
    SELECT unnest(['cluster', 'transitive', 'global', 'exact']) AS method, 'serial' AS family
    UNION ALL
    SELECT unnest(['linkage']) AS method, 'histogram' AS family
) AS each
