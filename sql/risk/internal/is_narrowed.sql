-- is_narrowed(at_risk, candidates, threshold) -> BOOLEAN
-- Whether a record is at risk by a threshold other than the release's own: left with fewer candidates than that. Where
-- no threshold is given, or the family does not count candidates, by what the release promises.
--
-- reads: nothing
SELECT CASE
    WHEN $threshold IS NULL OR $candidates IS NULL THEN $at_risk
    ELSE $candidates < $threshold
END
