-- stage_forward_needs(series, release)
-- Stage the counterfeits that keep the derived clusters of a draft from revealing anything, whatever is published
-- later.
--
-- stages: _setrisk_needs(cluster, item, with_term, without_term): counterfeits needed
-- reads:  published
CREATE OR REPLACE TEMP TABLE _setrisk_needs AS
SELECT needs.cluster, needs.item, needs.with_term, needs.without_term
FROM setrisk_internal.forward_needs($series, $release) AS needs
