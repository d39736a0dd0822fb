-- store_audited_people(release)
-- Store how well a release reveals whether people are in the data, in place of what was stored of it.
--
-- stages: _setrisk_audited(tid, occurrences, event, releases, member_rate, outsider_rate, advantage_low,
--     advantage_high): a row for each
-- writes: setrisk_private.audited_person
DELETE FROM setrisk_private.audited_person AS persons WHERE persons.release = $release;

INSERT INTO setrisk_private.audited_person (
    release, tid, occurrences, event, releases, member_rate, outsider_rate, advantage_low, advantage_high
)
SELECT
    $release,
    persons.tid,
    persons.occurrences,
    persons.event,
    persons.releases,
    persons.member_rate,
    persons.outsider_rate,
    persons.advantage_low,
    persons.advantage_high
FROM _setrisk_audited AS persons
