-- is_asked_for(attack VARCHAR, attacks VARCHAR[]) -> BOOLEAN
-- Whether an attack is one of those that are asked for: all of them if no list is given.
--
-- reads: nothing
SELECT $attacks IS NULL OR list_contains(CAST($attacks AS VARCHAR[]), $attack)
