-- people(at_risk DOUBLE, records BIGINT) -> VARCHAR
-- How many people are at risk, in words.
--
-- parameter: at_risk: a count, or a mean of counts, which may have decimals
-- parameter: records: all people
-- reads: nothing
SELECT CASE
    WHEN $at_risk = floor($at_risk) THEN CAST(CAST($at_risk AS BIGINT) AS VARCHAR)
    ELSE setrisk_internal.plain_decimal(TRY_CAST(setrisk_internal.rounded($at_risk, 10) AS DECIMAL(38, 6)))
END || ' of ' || $records || ' people at risk (' || setrisk_internal.percent($at_risk / nullif($records, 0)) || ')'
