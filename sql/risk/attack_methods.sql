-- attack_methods()
-- One row per method that attacks, as the registry has them.
-- method VARCHAR; family VARCHAR: of the releases that it attacks; is_baseline BOOLEAN: whether it guesses, and makes no use of
-- what it is given
-- internal
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
