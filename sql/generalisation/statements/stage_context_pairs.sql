-- stage_context_pairs(release, context, labelled, unlabelled_k)
-- Stage the pairs of terms that an attack on a generalised release compares.
--
-- parameter: context: how many terms on either side of a generalised item are compared with its members
-- parameter: labelled: whether the attacker knows which items are generalised
-- parameter: unlabelled_k: the least support of an item that such an attacker takes for a plain one
-- stages: _setrisk_pairs(item_a, item_b): pairs of terms, item_a first in the order of names
-- reads:  published
CREATE OR REPLACE TEMP TABLE _setrisk_pairs AS
SELECT pairs.item_a, pairs.item_b
FROM setrisk_internal.context_pairs(
    $release, context := $context, labelled := $labelled, unlabelled_k := $unlabelled_k
) AS pairs
