-- missing_known(known BIGINT[], asked_known BIGINT[]) -> BIGINT[]
-- The numbers of known items that are required and that were not asked about; none if nothing is missing.
--
-- parameter: known: the numbers that are required; NULL for the default
-- parameter: asked_known: the numbers that were asked about; NULL if none were
-- reads: nothing
SELECT list_filter(
    setrisk_internal.required_known($known),
    lambda number: NOT coalesce(list_contains(CAST($asked_known AS BIGINT[]), number), false)
)
