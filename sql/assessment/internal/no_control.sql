-- no_control(measured VARCHAR) -> VARCHAR
-- Why nobody knows how often an attack is right about people who are not in the release, in words. WITHOUT_CONTROL in
-- Python is the same; a test holds these together.
--
-- parameter: measured: the criterion, or 'sensitive_precision' or 'sensitive_recall'
-- reads: nothing
SELECT CASE $measured
    WHEN 'sensitive_precision' THEN 'nothing was guessed of anybody outside of the release'
    WHEN 'sensitive_recall' THEN 'nobody outside of the release has enough items and a sensitive one'
    WHEN 'singling_out' THEN 'there is nobody outside of the release'
    ELSE 'nobody outside of the release has enough items'
END
