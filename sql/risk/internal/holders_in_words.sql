-- holders_in_words(items VARCHAR[], holders BIGINT, records BIGINT, k INTEGER) -> VARCHAR
-- How few records of a generalised release an itemset leaves, in words.
--
-- parameter: items: what is known of a person; NULL if the person has no itemset that is left
-- parameter: holders: records that may hold all of it
-- parameter: records: all records
-- parameter: k: the support that is promised
-- reads: nothing
SELECT CASE
    WHEN $holders IS NULL THEN 'this person has no protected itemset that the attack leaves in place'
    ELSE 'knowing {' || setrisk_internal.listed_names($items) || '} of this person leaves '
        || $holders || ' of ' || $records || ' records (k = ' || $k || ')'
END
