-- needed_copies()
-- The copies of sensitive items that the counterfeits to be added must hold.
--
-- stages: _setrisk_needs(cluster, item, with_term, without_term): counterfeits needed; cluster 0 is the whole release
-- row:    one per cluster, or the global bag, and sensitive item that needs copies
-- column: cluster BIGINT?, >= 1: NULL for the global bag
-- column: item VARCHAR
-- column: copies BIGINT, copies, > 0
SELECT nullif(needs.cluster, 0) AS cluster, needs.item, needs.with_term AS copies
FROM _setrisk_needs AS needs
WHERE needs.with_term > 0
ORDER BY 1, 2, 3
