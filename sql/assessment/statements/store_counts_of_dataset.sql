-- store_counts_of_dataset(dataset)
-- Store how often attacks on a data set that is shown as it is were right, in place of what was stored of it.
--
-- stages: _setrisk_counts(criterion, known, choice, adversary, variant, attempts, successes, k, scale): a row for each
-- writes: setrisk_private.assessed_dataset
DELETE FROM setrisk_private.assessed_dataset AS attacks WHERE attacks.dataset = $dataset;

INSERT INTO setrisk_private.assessed_dataset BY NAME
SELECT $dataset AS dataset, counts.*
FROM _setrisk_counts AS counts
