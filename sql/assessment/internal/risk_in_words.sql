-- risk_in_words(measured VARCHAR, known BIGINT, choice VARCHAR) -> VARCHAR
-- A risk in words, such as "inference by the 2 rarest items".
--
-- parameter: measured: the criterion, or sensitive_precision or sensitive_recall
-- reads: nothing
SELECT CASE $measured
    WHEN 'sensitive_precision' THEN 'inference of sensitive items (how many guesses are right)'
    WHEN 'sensitive_recall' THEN 'inference of sensitive items (of how many people one is guessed)'
    ELSE replace($measured, '_', ' ')
END || ' by ' || setrisk_internal.items_in_words($known, $choice)
