-- store_counts(release, asked_known, control, members, people, reconstructions, default_reconstructions)
-- Store how often the attacks on a release were right, and what was asked, in place of what was stored of it.
--
-- parameter: asked_known: the numbers of known items
-- parameter: control: the data set of people who are not in it, NULL for some who were left out of a copy
-- parameter: members: the data set of people who are in it, if it was imported
-- parameter: people: how many people were to be asked about at most
-- parameter: reconstructions: how many random reconstructions of the release the attackers drew
-- parameter: default_reconstructions: how many they draw by default
-- stages: _setrisk_counts(criterion, known, choice, adversary, variant, attempts, successes, k, scale): a row for each
-- writes: setrisk_private.assessed_attack setrisk_private.release_assessment
DELETE FROM setrisk_private.assessed_attack AS attacks WHERE attacks.release = $release;

INSERT INTO setrisk_private.assessed_attack BY NAME
SELECT $release AS release, counts.*
FROM _setrisk_counts AS counts;

INSERT OR REPLACE INTO setrisk_private.release_assessment (
    release, asked_known, control, members, people, reconstructions, default_reconstructions
)
SELECT
    $release,
    CAST($asked_known AS BIGINT[]),
    $control,
    $members,
    $people,
    $reconstructions,
    $default_reconstructions
