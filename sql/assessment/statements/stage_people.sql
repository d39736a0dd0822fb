-- stage_people(dataset, others)
-- Stage the people of a data set, without those who are in another one, too, as far as both have ids.
--
-- parameter: others: the other data set; NULL to leave nobody out
-- stages: _setrisk_person(tid): the people
-- reads:  originals
CREATE OR REPLACE TEMP TABLE _setrisk_person AS
SELECT numbers.tid
FROM setrisk_internal.transaction_numbers($dataset) AS numbers
WHERE numbers.tid NOT IN (
    SELECT own_ids.tid
    FROM setrisk_private.transaction_id AS own_ids
    JOIN setrisk_private.transaction_id AS other_ids ON other_ids.id = own_ids.id
    WHERE own_ids.dataset = $dataset AND other_ids.dataset = $others
)
