-- risk(release, at_risk_below := NULL)
-- Who is at risk, by each stored attack. The columns are the same for all families: can the attack identify a person's
-- record, or infer what it holds, better than the release promises? Risk is computed when a release is made and when it
-- is attacked. Of guessing, the rows are those of the first draw: risk_summary has the mean over all draws, which the
-- gate goes by.
--
-- parameter: release: a release that was made in this database
-- parameter: at_risk_below: in generalised and disassociated releases, a record with fewer candidates than this is at
--     risk; by default the release's own k
-- row: one per transaction of a person and attack, for the owner of the release; of guessing, the first draw
-- column: record BIGINT?, >= 1: the number of the record in the release; NULL if the release does not publish whole
--     records: histograms and disassociated releases
-- column: tid BIGINT, >= 1: the person's transaction in the data that were released
-- column: attack VARCHAR: the stored attack, or 'none' for the release as it is
-- column: at_risk BOOLEAN: whether the attack does better than the release promises; of guessing, the first draw
-- column: score DOUBLE, fraction, 0 to 1: how sure the attack is: the chance that the record it picks is the person's,
--     the confidence of an inference, or, in serial releases, the belief in a sensitive item, whether the person has it
--     or not
-- column: evidence VARCHAR: what the attack finds out, and from what, in words
-- checks: own_release($release)
-- checks: at_least('at_risk_below', coalesce($at_risk_below, 2), 2)
-- reads: originals
-- page: risk.md
-- example: FROM setrisk.risk('r1') WHERE at_risk
SELECT
    risks.record,
    risks.tid,
    risks.attack,
    setrisk_internal.is_narrowed(risks.at_risk, risks.candidates, $at_risk_below) AS at_risk,
    risks.score,
    risks.evidence
FROM setrisk_private.record_risk AS risks
WHERE risks.release = $release
