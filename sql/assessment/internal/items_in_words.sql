-- items_in_words(known BIGINT, choice VARCHAR) -> VARCHAR
-- What is known, in words: "3 items" of a person, chosen at random, "the 3 rarest items", or "these 3 items".
--
-- parameter: choice: 'random', 'rarest' or 'these'
-- reads: nothing
SELECT CASE
    WHEN $choice = 'rarest' THEN 'the ' || CASE WHEN $known = 1 THEN 'rarest item' ELSE $known || ' rarest items' END
    WHEN $choice = 'these' THEN CASE WHEN $known = 1 THEN 'this item' ELSE 'all of these ' || $known || ' items' END
    ELSE $known || CASE WHEN $known = 1 THEN ' item' ELSE ' items' END
END
