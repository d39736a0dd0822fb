-- weak_attacks(criterion VARCHAR) -> VARCHAR
-- That all attacks by a criterion were too weak, in words.
--
-- reads: nothing
SELECT replace($criterion, '_', ' ') || ' is unknown, since the attacks were ' || setrisk_internal.too_weak()
    || ': they did no better than without what is known, or so little that it may be chance'
