-- refusals(release, max_at_risk := NULL, max_confidence := NULL, attacks := NULL, min_coverage := NULL)
-- One row per reason not to publish a release; no row: it may be published, as far as its marks, its series, the limits
-- that are given and the attacks that are stored go. Without limits it says nothing of who is at risk by the release
-- itself. max_at_risk: share of the records that the worst attack, or guessing by its mean, may put at risk.
-- max_confidence: the highest score that risk may give a record. attacks: methods, which must have been run with their
-- default parameters, or attacks by the names that risk gives them; where none is named and there is a limit on risk,
-- all methods of the family. Guessing must have been tried in any case. min_coverage: least share of the rare itemsets
-- that the promise must be about, as coverage has it; 0.5 unless given, where there is a limit on risk, which looks at
-- nothing else. An error where there is no release of that name, or a limit is not from 0 to 1; with limits also where
-- it was not made in this database.
--
-- row: one per reason not to publish a release; no row
-- column: release VARCHAR
-- column: refusal VARCHAR: a mark (unprotected, seeded, published-variant, domain-from-data, drawn-constraints,
--     imported, or one that this version does not know), 'series', 'not attacked', 'at risk', 'confidence' or
--     'coverage'
-- column: attack VARCHAR?: which, NULL where none is meant
-- column: found DOUBLE: of limits
-- column: allowed DOUBLE: of limits
-- column: reason VARCHAR: in words
-- checks: known_release($release)
-- reads: originals
WITH limits AS MATERIALIZED (
    SELECT
        setrisk_internal.check_fraction('max_at_risk', $max_at_risk) AS at_risk,
        setrisk_internal.check_fraction('max_confidence', $max_confidence) AS confidence,
        coalesce(
            setrisk_internal.check_fraction('min_coverage', $min_coverage),
            CASE WHEN $max_at_risk IS NOT NULL OR $max_confidence IS NOT NULL THEN 0.5 END
        ) AS coverage
),
risks AS MATERIALIZED (
    SELECT
        each.attack,
        setrisk_internal.attack_title(each.attack, each.is_baseline, each.draws) AS title,
        each.records,
        each.at_risk,
        each.share_at_risk AS share,
        each.max_score AS score
    FROM setrisk.risk_summary($release) AS each
    WHERE $max_at_risk IS NOT NULL OR $max_confidence IS NOT NULL
),
named AS MATERIALIZED (
    SELECT DISTINCT given.attack
    FROM (SELECT unnest(CAST($attacks AS VARCHAR[])) AS attack) AS given
    WHERE given.attack IS NOT NULL
),
wanted AS MATERIALIZED (
    SELECT named.attack FROM named
    UNION
    SELECT methods.method
    FROM setrisk_internal.attack_methods() AS methods
    JOIN setrisk.release AS made ON made.family = methods.family
    CROSS JOIN limits
    WHERE made.release = $release
        AND (limits.at_risk IS NOT NULL OR limits.confidence IS NOT NULL)
        AND (methods.is_baseline OR NOT EXISTS (SELECT named.attack FROM named))
),
stored AS MATERIALIZED (
    SELECT each.attack, each.method, each.by_default
    FROM setrisk_internal.attack_runs($release) AS each
)
SELECT refused.release, refused.mark AS refusal, NULL AS attack, NULL AS found, NULL AS allowed, refused.reason
FROM setrisk_internal.refused_marks($release) AS refused
UNION ALL
SELECT
    $release AS release,
    'not attacked' AS refusal,
    wanted.attack,
    NULL AS found,
    NULL AS allowed,
    'it has not been attacked with ' || wanted.attack
        || CASE WHEN others.n > 1 THEN ' since its series has the releases that it has now' ELSE '' END AS reason
FROM wanted
CROSS JOIN (
    SELECT count(*) AS n
    FROM setrisk.series AS own
    JOIN setrisk.series AS listed ON listed.series = own.series
    WHERE own.release = $release
) AS others
WHERE NOT EXISTS (
    SELECT each.attack FROM stored AS each
    WHERE each.attack = wanted.attack OR (each.method = wanted.attack AND each.by_default)
)
UNION ALL
SELECT
    $release AS release,
    'at risk' AS refusal,
    risks.attack,
    risks.share AS found,
    limits.at_risk AS allowed,
    risks.title || ' puts ' || setrisk_internal.people(risks.at_risk, risks.records) || '; allowed are '
        || setrisk_internal.percent(limits.at_risk)
        -- Rounded, both may be the same.
        || CASE
            WHEN setrisk_internal.percent(risks.share) = setrisk_internal.percent(limits.at_risk)
                THEN ', which are ' || CAST(floor(limits.at_risk * risks.records) AS BIGINT)
            ELSE ''
        END AS reason
FROM risks
CROSS JOIN limits
WHERE setrisk_internal.is_above(risks.share, limits.at_risk)
UNION ALL
SELECT
    $release AS release,
    'confidence' AS refusal,
    risks.attack,
    risks.score AS found,
    limits.confidence AS allowed,
    risks.title || ' gives a record a score of '
        || setrisk_internal.percent(risks.score) || '; allowed are ' || setrisk_internal.percent(limits.confidence) AS reason
FROM risks
CROSS JOIN limits
WHERE setrisk_internal.is_above(risks.score, limits.confidence)
UNION ALL
SELECT
    $release AS release,
    'coverage' AS refusal,
    NULL AS attack,
    covered.coverage AS found,
    limits.coverage AS allowed,
    'it promises to protect ' || setrisk_internal.percent(covered.coverage) || ' of the itemsets of one or two items that fewer than '
        || covered.k || ' people hold; ' || setrisk_internal.percent(limits.coverage) || ' are asked for'
        || CASE WHEN $min_coverage IS NULL THEN ', unless min_coverage says otherwise' ELSE '' END AS reason
FROM limits
JOIN setrisk.coverage($release) AS covered ON limits.coverage > covered.coverage
WHERE $min_coverage IS NOT NULL OR $max_at_risk IS NOT NULL OR $max_confidence IS NOT NULL
UNION ALL
SELECT
    $release AS release,
    'series' AS refusal,
    NULL AS attack,
    exposed.records AS found,
    0 AS allowed,
    'comparing the releases of the series ' || exposed.series || ' puts ' || exposed.records
        || ' records at risk; setrisk.may_publish says whose' AS reason
FROM setrisk_internal.series_exposure($release) AS exposed
WHERE exposed.records > 0
