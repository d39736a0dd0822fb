-- percent(share) -> VARCHAR
-- A share in words, with one decimal.
-- internal
SELECT round(100 * least($share, 1), 1) || ' %'
