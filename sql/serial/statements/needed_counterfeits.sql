-- needed_counterfeits()
-- How many counterfeits each cluster needs: as many as its most demanding sensitive item.
--
-- stages: _setrisk_needs(cluster, item, with_term, without_term): counterfeits needed; cluster 0 is the whole release
-- row:    one per cluster that needs any
-- column: cluster BIGINT, >= 0: 0 for the whole release
-- column: counterfeits BIGINT, counterfeits, >= 0
SELECT needs.cluster, max(needs.with_term + needs.without_term) AS counterfeits
FROM _setrisk_needs AS needs
GROUP BY needs.cluster
ORDER BY needs.cluster
