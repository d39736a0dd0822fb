-- weak_attacks(criterion VARCHAR, unassessed VARCHAR, known BIGINT[]) -> VARCHAR
-- That all attacks by a criterion were too weak, in words.
--
-- parameter: unassessed: the data set, if the same attacks were not tried on it as it is; NULL if they were, or if a
--     release was imported: nothing shows that a data set is that of the people in it
-- parameter: known: numbers of known items to try there
-- reads: nothing
SELECT replace($criterion, '_', ' ') || ' is unknown, since the attacks were ' || setrisk_internal.too_weak()
    || ': they did no better than without what is known, or so little that it may be chance'
    || CASE
        WHEN $unassessed IS NULL THEN ''
        ELSE '; run setrisk assess on the data set ' || $unassessed || ' itself, too, with --known '
            || array_to_string(list_sort(list_distinct(CAST($known AS BIGINT[]))), ',')
            || ': if they work on the data as they are, what they found here counts'
    END
