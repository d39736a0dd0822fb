-- weak_attacks(criterion VARCHAR, unassessed VARCHAR) -> VARCHAR
-- That all attacks by a criterion were too weak, in words.
--
-- parameter: unassessed: the data set, if the same attacks were not tried on it as it is; otherwise NULL
-- reads: nothing
SELECT replace($criterion, '_', ' ') || ' is unknown, since the attacks were ' || setrisk_internal.too_weak() || ': '
    || CASE
        WHEN $unassessed IS NULL
            THEN 'neither here nor on the data as they are did they do better than without what is known, by more than '
                || 'chance'
        ELSE 'they did no better than without what is known, or so little that it may be chance; assess the data set '
            || $unassessed || ' itself, too: if they work on the data as they are, what they found here counts'
    END
