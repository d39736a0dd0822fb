-- store_beliefs(release, attack)
-- Store how sure each elimination of an attack is, in place of what was stored before.
--
-- reads:  nothing
-- writes: setrisk.elimination_belief
-- stages: _setrisk_beliefs(generalised_item, record, item_id, belief): one per elimination
DELETE FROM setrisk.elimination_belief AS beliefs
WHERE beliefs.release = $release AND beliefs.attack = $attack;

INSERT INTO setrisk.elimination_belief (release, attack, generalised_item, record, item_id, belief)
SELECT
    $release, $attack, beliefs.generalised_item, beliefs.record, beliefs.item_id, beliefs.belief
FROM _setrisk_beliefs AS beliefs
