-- smallest_remedies(series, release, slack, transitive)
-- The smallest changes of a draft that bring each belief that is too high down to what the release allows.
--
-- parameter: slack: how far below the allowed belief to go, as a fraction of it
-- parameter: transitive: whether to look for transitive composition too, which takes longest
-- row:    one per unit of the release and sensitive item that puts records of it at risk
-- column: scope VARCHAR: cluster, transitive or global
-- column: cluster BIGINT, >= 0: 0 for the whole release
-- column: item VARCHAR
-- column: counterfeits BIGINT?, counterfeits, >= 0
-- column: fewer_copies BIGINT?, copies, >= 0
-- column: more_copies BIGINT?, copies, >= 0
-- reads:  published
SELECT
    remedies.scope,
    remedies.cluster,
    remedies.item,
    remedies.counterfeits,
    remedies.fewer_copies,
    remedies.more_copies
FROM setrisk_internal.remedies($series, $release, slack := $slack, transitive := $transitive) AS remedies
ORDER BY 1, 2, 3, 4, 5, 6
