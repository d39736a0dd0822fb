-- known_dataset(dataset)
-- The name of a loaded data set; an error for any other name, so that a misspelt name is not mistaken for a data set
-- without rare itemsets.
--
-- row: one
-- column: dataset VARCHAR
-- reads: originals
-- duckdb only: error
SELECT
    CASE
        WHEN count(*) > 0 THEN $dataset
        ELSE error(
            'there is no data set ' || coalesce($dataset, 'NULL')
            || '; SELECT dataset FROM setrisk_private.dataset lists them'
        )
    END AS dataset
FROM setrisk_private.dataset AS datasets
WHERE datasets.dataset = $dataset
