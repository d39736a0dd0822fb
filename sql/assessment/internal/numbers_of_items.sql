-- numbers_of_items(known BIGINT[]) -> VARCHAR
-- Numbers of known items, in words: "1, 2 items".
--
-- reads: nothing
SELECT array_to_string($known, ', ') || CASE WHEN list_max($known) = 1 THEN ' item' ELSE ' items' END
