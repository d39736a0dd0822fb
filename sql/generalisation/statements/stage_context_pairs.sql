-- stage_context_pairs(release, context, conjunctive, labelled, unlabelled_k, utility_constraints)
-- Stage the pairs of terms that an attack on a generalised release compares.
--
-- parameter: context: how many terms on either side of a generalised item are compared with its members
-- parameter: labelled: whether the attacker knows which items are generalised
-- parameter: unlabelled_k: the least support of an item that such an attacker takes for a member of a generalised item
-- parameter: conjunctive: whether members are compared with all of the context at once
-- parameter: utility_constraints: those that such an attacker knows, or NULL
-- stages: _setrisk_pairs(item_a, item_b): pairs of terms, item_a first in the order of names
-- reads:  published
CREATE OR REPLACE TEMP TABLE _setrisk_pairs AS
SELECT pairs.item_a, pairs.item_b
FROM setrisk_internal.context_pairs(
    $release,
    setrisk_internal.as_view($context, $conjunctive, $labelled, $unlabelled_k, $utility_constraints)
) AS pairs
