-- store_eliminations(release, attack, method, knowledge, threshold, scaled, seed, context, conjunctive, labelled, unlabelled_k, utility_constraints)
-- Attack a generalised release and store what the attack eliminates, in place of what an earlier attack of that name
-- found, and of how sure it was.
--
-- parameter: attack: the name of the attack; the other parameters are those of setrisk.eliminations
-- reads:     published
-- writes:    setrisk.elimination setrisk.elimination_belief
DELETE FROM setrisk.elimination AS eliminations
WHERE eliminations.release = $release AND eliminations.attack = $attack;

DELETE FROM setrisk.elimination_belief AS beliefs
WHERE beliefs.release = $release AND beliefs.attack = $attack;

INSERT INTO setrisk.elimination (release, attack, generalised_item, record, item_id, step)
SELECT $release, $attack, cells.generalised_item, cells.record, cells.item_id, cells.step
FROM setrisk.eliminations(
    $release, $method, knowledge := $knowledge, threshold := $threshold, scaled := $scaled, seed := $seed,
    context := $context, labelled := $labelled, unlabelled_k := $unlabelled_k, conjunctive := $conjunctive,
    utility_constraints := $utility_constraints
) AS cells
WHERE cells.step IS NOT NULL
