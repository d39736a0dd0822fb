-- is_scored(is_stored BOOLEAN, knowledge_name VARCHAR, item_a VARCHAR, item_b VARCHAR) -> BOOLEAN
-- True if the similarity of two items is stored. An error if the knowledge has not scored them yet, because a missing
-- similarity would look like an attack that found nothing.
--
-- parameter: is_stored: whether there is a row with the similarity
-- reads: nothing
-- duckdb only: error
SELECT CASE
    WHEN $is_stored THEN true
    ELSE error(
        'the knowledge ' || $knowledge_name || ' has not scored ('
        || replace($item_a, chr(31), ' and ') || ', ' || replace($item_b, chr(31), ' and ')
        || ') yet: attack the release with it once, by setrisk attack or setrisk.attack'
    )
END
