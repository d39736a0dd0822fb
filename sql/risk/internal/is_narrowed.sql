-- is_narrowed(at_risk BOOLEAN, candidates BIGINT, threshold BIGINT) -> BOOLEAN
-- Whether a record is at risk by a given threshold: it has fewer candidates than that. Without a threshold, or in
-- families that do not count candidates, the promise of the release decides.
--
-- parameter: at_risk: whether it is at risk by the promise of the release
-- reads: nothing
SELECT CASE
    WHEN $threshold IS NULL OR $candidates IS NULL THEN $at_risk
    ELSE $candidates < $threshold
END
