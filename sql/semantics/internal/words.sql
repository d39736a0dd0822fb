-- words(text VARCHAR) -> VARCHAR[]
-- The words of a text or of a term: runs of letters and digits, in lower case and in order.
--
-- reads: nothing
SELECT regexp_extract_all(lower($text), '[\p{L}\p{N}]+')
