-- known_dataset(dataset)
-- One row with the name of a data set; an error where there is none of that name, so that no one takes a misspelt name
-- for one without rare itemsets.
--
-- column: dataset VARCHAR
-- reads: originals
-- duckdb only: error
SELECT
    CASE
        WHEN count(*) > 0 THEN $dataset
        ELSE error('there is no data set ' || coalesce($dataset, 'NULL') || '; SELECT dataset FROM setrisk_private.dataset lists them')
    END AS dataset
FROM setrisk_private.dataset AS held
WHERE held.dataset = $dataset
