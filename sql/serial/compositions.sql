-- compositions(series, release := NULL, scope := 'transitive', adversary := 'worst')
-- What an attacker who compares releases believes most of each record. The attack by composition is computed, and
-- nothing is stored. It gives, for each record, the sensitive item whose belief is highest in relation to what the
-- record's release allows, after the attacker has compared the release with the others of the series.
--
-- parameter: series: the series
-- parameter: release: a release of the series; all of them if it is NULL
-- parameter: scope: cluster compares clusters; transitive also uses what is left of a cluster after removing the
--     records it shares with another; global compares whole releases
-- parameter: adversary: what the attacker makes of an overlap that has only some of the records with a person's items:
--     'worst' may know whether the person is one of them, so that the higher belief counts; 'printed' takes the person
--     for one of them, as formulas 13 and 14 do
-- row: one per record that may have a sensitive item
-- column: release VARCHAR: the release of the record
-- column: cluster INTEGER, >= 0: its cluster; 0 in the scope global
-- column: record BIGINT, >= 1: the record
-- column: item VARCHAR: the sensitive item
-- column: prior DOUBLE, fraction, 0 to 1: the belief from the record's release alone
-- column: posterior DOUBLE, fraction, 0 to 1: the belief after seeing the other releases
-- column: population_rate DOUBLE, > 0: how common the item is in the release
-- column: allowed_belief DOUBLE, > 0: the highest belief that the release allows
-- column: strongest_release VARCHAR?: the release that raises the belief most; NULL if none does
-- checks: known_series($series, release := $release)
-- checks: known_scope($scope)
-- checks: known_adversary($adversary)
-- reads: published
-- source: SANONY 2.3
-- page: serial.md
-- example: FROM setrisk.compositions('plain months', release := 'plain mar')
SELECT
    compositions.release, CAST(compositions.cluster AS INTEGER) AS cluster, compositions.record, compositions.item,
    compositions.prior, compositions.posterior, compositions.population_rate, compositions.allowed_belief,
    compositions.strongest_release
FROM setrisk_internal.scoped_compositions(
    $series, release := $release, transitive := $scope = 'transitive', adversary := $adversary
) AS compositions
WHERE compositions.scope = $scope
