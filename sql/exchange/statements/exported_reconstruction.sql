-- exported_reconstruction(release, seed)
-- One random reconstruction of a release: records that agree with what it publishes, of which at most some are records
-- of people. Another draw gives others, and numbers counted in them are off by chance.
--
-- parameter: seed: seed of the draw, at least 0
-- row: one per record and item of it
-- column: record BIGINT, >= 1: number of the record
-- column: item VARCHAR: an item of the record
-- column: copies BIGINT, records, >= 1: how many equal records there are
-- reads: published
SELECT records.record, records.item, records.weight AS copies
FROM setrisk.reconstructions($release, seed := $seed) AS records
ORDER BY records.record, records.item
