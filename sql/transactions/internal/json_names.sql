-- json_names(members) -> VARCHAR[]
-- The members of a JSON list as item names. members JSON[]; an error where a member is a list or an object
--
-- reads: nothing
SELECT list_transform($members, lambda member: setrisk_internal.json_name(member))
