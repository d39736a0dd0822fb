-- drop_plain_records()
-- Drop the staged records.
--
-- stages: _setrisk_plain_records(items): the items of each record
DROP TABLE _setrisk_plain_records
