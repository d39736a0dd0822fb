-- asked_people(release)
-- The data sets of the people whom an assessment of a release asked about, if it was told which.
--
-- row:    one, or none if the release was not assessed
-- column: members VARCHAR?: of the people who are in it
-- column: control VARCHAR?: of the people who are not
-- reads:  originals
SELECT assessments.members, assessments.control
FROM setrisk_private.release_assessment AS assessments
WHERE assessments.release = $release
