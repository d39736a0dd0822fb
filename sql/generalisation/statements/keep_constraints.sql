-- keep_constraints(release)
-- Keep the privacy constraints that a generalised release satisfies, for the owner.
--
-- reads:  nothing
-- writes: setrisk_private.privacy_constraint
-- stages: _setrisk_constraints(constraint_no, item_id): the items of each constraint
INSERT INTO setrisk_private.privacy_constraint (release, constraint_no, item_id)
SELECT $release, constraints.constraint_no, constraints.item_id
FROM _setrisk_constraints AS constraints
