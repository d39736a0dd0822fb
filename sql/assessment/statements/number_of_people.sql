-- number_of_people()
-- How many people are staged.
--
-- stages: _setrisk_person(tid): the people
-- row:    one
-- column: n_people BIGINT, transactions, >= 0
SELECT count(*) AS n_people
FROM _setrisk_person AS persons
