-- attack_methods()
-- The attack methods of all families.
--
-- row: one per method of the registry that attacks
-- column: method VARCHAR
-- column: family VARCHAR: the family of the releases that it attacks
-- column: is_baseline BOOLEAN: whether it only guesses
-- column: package VARCHAR: the Python package that brings it
-- reads: published
SELECT methods.method, methods.family, methods.is_baseline, methods.package
FROM setrisk.methods AS methods
WHERE methods.task = 'attack'
