-- reconstructions(release, reconstructions := 1, seed := 0, items := NULL)
-- Random records that agree with what a release publishes. They use nothing else, and have one shape for all families:
-- data that were generalised, published in chunks, or noisily counted.
--
-- parameter: release: a release of any family, made here or imported
-- parameter: reconstructions: reconstructions to draw, 1 to 10,000
-- parameter: seed: seed of the draws, at least 0
-- parameter: items: a list of the only items to draw, or NULL for all
-- row: one per reconstruction, record and item of the record
-- column: reconstruction BIGINT, >= 1: number of the reconstruction
-- column: record BIGINT, >= 1: number of the record within the reconstruction
-- column: item VARCHAR: item of the record
-- column: weight BIGINT, records, >= 1: how many equal records this one represents
-- checks: known_release($release)
-- checks: known_items($release, $items)
-- reads: published
-- page: utility.md
-- example: FROM setrisk.reconstructions('r1')
SELECT records.reconstruction, records.record, records.item, records.weight
FROM setrisk_internal.random_records($release, $reconstructions, $seed, $items) AS records
