-- stage_backward_needs(series, release, scope)
-- Stage the counterfeits that keep a draft from revealing more about earlier releases than they have revealed already.
--
-- parameter: scope: cluster or global
-- stages: _setrisk_needs(cluster, item, with_term, without_term): counterfeits needed; cluster 0 is the whole release
-- reads:  published
CREATE OR REPLACE TEMP TABLE _setrisk_needs AS
SELECT needs.cluster, needs.item, needs.with_term, needs.without_term
FROM setrisk_internal.backward_needs($series, $release) AS needs
WHERE needs.scope = $scope
