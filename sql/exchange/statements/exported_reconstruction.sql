-- exported_reconstruction(release, seed)
-- One random reconstruction of a release: plain records that agree with what it publishes. What the release leaves open
-- is drawn at random, so that another draw gives other records, and numbers counted in them are off by chance. What it
-- shows as it was is the same in all.
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
