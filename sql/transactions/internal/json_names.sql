-- json_names(members) -> VARCHAR[]
-- The members of a JSON list as names of items. Raises an error if a member is a list or an object.
--
-- parameter: members: a value of type JSON[]
-- reads: nothing
SELECT list_transform($members, lambda member: setrisk_internal.json_name(member))
