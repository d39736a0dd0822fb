-- no_guess(criterion VARCHAR, known BIGINT[]) -> VARCHAR
-- That an attack could guess nothing, and why, in words. It is not known what another attack would find.
--
-- parameter: known: the numbers of known items that it was tried with
-- reads: nothing
SELECT 'no guess of ' || replace($criterion, '_', ' ') || ' could be made by '
    || setrisk_internal.numbers_of_items($known) || ', since '
    || CASE
        WHEN $criterion = 'singling_out'
            THEN 'no record that the attack saw shows ' || CASE
                WHEN list_min($known) = 1 THEN 'any item' ELSE 'so many'
            END
        WHEN $criterion = 'narrowing' THEN 'nobody has ' || CASE
            WHEN list_min($known) = 1 THEN 'any item' ELSE 'so many'
        END
        WHEN list_min($known) = 1 THEN 'nobody has two items'
        ELSE 'nobody has enough items'
    END
