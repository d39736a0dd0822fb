-- required_known(known BIGINT[]) -> BIGINT[]
-- The numbers of known items that a release must have been assessed for, to be held against a limit: those that assess
-- asks about by default, unless others are given. REQUIRED_KNOWN in Python is the same; a test holds these together.
-- None at all, or a number that is not from 1 to 50, is an error.
--
-- reads: nothing
-- duckdb only: error
SELECT CASE
    WHEN len(
        list_filter(CAST($known AS DOUBLE[]), lambda number: number BETWEEN 1 AND 50 AND number = floor(number))
    )
        < greatest(len(CAST($known AS BIGINT[])), 1)
        THEN CAST(
            error(
                'known is ' || CAST($known AS VARCHAR) || '; it must be numbers of known items from 1 to 50, such as '
                || '[1, 2, 3]'
            )
            AS BIGINT[]
        )
    ELSE coalesce(list_sort(list_distinct(CAST($known AS BIGINT[]))), [1, 2, 3, 4])
END
