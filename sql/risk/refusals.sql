-- refusals(release, max_at_risk := NULL, max_confidence := NULL, attacks := NULL)
-- One row per reason not to publish a release; no row: it may be published, as far as its marks, the limits that are given
-- and the attacks that are stored go. Without limits the marks alone are looked at, which say nothing of who is at risk.
-- max_at_risk: share of the records that an attack may put at risk. max_confidence: the highest score that risk may give a
-- record. attacks: methods, which must have been run with their default parameters, or attacks by the names that risk gives
-- them; with limits at least one must have been run, with its default parameters, that needs more than luck.
-- An error where there is no release of that name, or a limit is not from 0 to 1; with limits also where it was not made in
-- this database.
-- release VARCHAR; refusal VARCHAR: a mark (unprotected, seeded, published-variant, domain-from-data, or one that this version
-- does not know), 'not attacked', 'at risk' or 'confidence'; attack VARCHAR: which, NULL for marks; found, allowed DOUBLE: of
-- limits; reason VARCHAR: in words
WITH limits AS MATERIALIZED (
    SELECT setrisk.share('max_at_risk', $max_at_risk) AS at_risk, setrisk.share('max_confidence', $max_confidence) AS confidence
),
risks AS MATERIALIZED (
    SELECT
        each.attack,
        count(*) AS records,
        count(*) FILTER (WHERE each.at_risk) AS at_risk,
        count(*) FILTER (WHERE each.at_risk) / count(*) AS share,
        max(each.score) AS score
    FROM setrisk.risk($release) AS each
    WHERE $max_at_risk IS NOT NULL OR $max_confidence IS NOT NULL
    GROUP BY each.attack
),
wanted AS MATERIALIZED (
    SELECT DISTINCT given.attack
    FROM (SELECT unnest(CAST($attacks AS VARCHAR[])) AS attack) AS given
    WHERE given.attack IS NOT NULL
),
stored AS MATERIALIZED (
    SELECT each.attack, each.method, each.by_default, each.is_luck
    FROM setrisk.stored_attacks($release) AS each
)
SELECT refused.release, refused.mark AS refusal, NULL AS attack, NULL AS found, NULL AS allowed, refused.reason
FROM (
    SELECT
        given.release,
        given.mark,
        CASE given.mark
            WHEN 'unprotected' THEN 'it shows the data as they are'
            WHEN 'seeded' THEN 'whoever knows its seed can draw again what was drawn'
            WHEN 'published-variant' THEN 'it was made by the steps of a paper that do not keep their promise'
            WHEN 'domain-from-data' THEN 'that it names an item tells that someone has it'
            ELSE 'no one has said that it may be published with this mark'
        END AS reason
    FROM (
        SELECT made.release, unnest(made.marks) AS mark FROM setrisk.release AS made WHERE made.release = $release
    ) AS given
) AS refused
WHERE refused.mark <> 'imported'
UNION ALL
SELECT
    $release AS release,
    'not attacked' AS refusal,
    wanted.attack,
    NULL AS found,
    NULL AS allowed,
    'it has not been attacked with ' || wanted.attack AS reason
FROM wanted
WHERE NOT EXISTS (
    SELECT each.attack FROM stored AS each
    WHERE each.attack = wanted.attack OR (each.method = wanted.attack AND each.by_default)
)
UNION ALL
SELECT
    $release AS release,
    'not attacked' AS refusal,
    NULL AS attack,
    NULL AS found,
    NULL AS allowed,
    'it has not been attacked: nothing is known of its risk' AS reason
FROM limits
WHERE (limits.at_risk IS NOT NULL OR limits.confidence IS NOT NULL)
    AND NOT EXISTS (SELECT each.attack FROM wanted AS each)
    AND NOT EXISTS (SELECT each.attack FROM stored AS each WHERE each.by_default AND NOT each.is_luck)
UNION ALL
SELECT
    $release AS release,
    'at risk' AS refusal,
    risks.attack,
    risks.share AS found,
    limits.at_risk AS allowed,
    CASE WHEN risks.attack = 'none' THEN 'the release as it is' ELSE risks.attack END || ' puts ' || risks.at_risk || ' of '
        || risks.records || ' records at risk, ' || setrisk.percent(risks.share) || '; allowed are '
        || setrisk.percent(limits.at_risk) AS reason
FROM risks
CROSS JOIN limits
WHERE risks.share > limits.at_risk
UNION ALL
SELECT
    $release AS release,
    'confidence' AS refusal,
    risks.attack,
    risks.score AS found,
    limits.confidence AS allowed,
    CASE WHEN risks.attack = 'none' THEN 'the release as it is' ELSE risks.attack END || ' gives a record a score of '
        || setrisk.percent(risks.score) || '; allowed are ' || setrisk.percent(limits.confidence) AS reason
FROM risks
CROSS JOIN limits
WHERE setrisk.is_above(risks.score, limits.confidence)
UNION ALL  -- no row, but the error for a name that is not known; constants would be optimised away with it
SELECT known.release, known.release, known.release, length(known.release), length(known.release), known.release
FROM setrisk.known_release($release) AS known
WHERE known.release IS NULL
