-- unmeasured_known(known BIGINT[], measured BIGINT[]) -> BIGINT[]
-- The numbers of known items that somebody goes by and that nothing was measured of, since nobody has so many items, or
-- no record shows them. If none are named, none is missing: nobody may have as many items as the default asks for.
--
-- parameter: known: the numbers that were named; NULL if none were
-- parameter: measured: the numbers that were measured; NULL if none were
-- reads: nothing
SELECT list_filter(
    coalesce(list_sort(list_distinct(CAST($known AS BIGINT[]))), []),
    lambda number: NOT coalesce(list_contains(CAST($measured AS BIGINT[]), number), false)
)
