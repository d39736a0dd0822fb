-- needed_changes(series, release)
-- One row per unit of any release of the series and private term that puts records of it at risk, with the smallest change
-- of the release, the last of the series, after which that term puts none of them at risk.
-- scope VARCHAR: transitive (clusters, and what is left of them) or global; release VARCHAR; cluster INTEGER: of the records
-- at risk, 0 for the whole release; item VARCHAR; change VARCHAR: what is to be changed, in words
-- internal
-- duckdb only: lists in an order
WITH risky AS MATERIALIZED (
    SELECT
        CASE WHEN each.scope = 'global' THEN 'global' ELSE 'cluster' END AS unit,
        each.release,
        each.cluster,
        each.item,
        min(each.allowed) AS allowed
    FROM setrisk.broken_promises($series) AS each
    GROUP BY CASE WHEN each.scope = 'global' THEN 'global' ELSE 'cluster' END, each.release, each.cluster, each.item
),
kinds AS MATERIALIZED (
    SELECT
        CASE WHEN each.scope = 'global' THEN 'global' ELSE 'cluster' END AS unit,
        each.scope,
        each.release,
        each.cluster,
        each.kind,
        each.seen
    FROM setrisk.record_kinds($series) AS each
    WHERE each.record = each.kind
),
-- Where there is something left of clusters, it comes together with what the clusters tell.
fullest AS MATERIALIZED (
    SELECT kinds.unit, kinds.release, kinds.cluster, max(kinds.scope) AS scope
    FROM kinds
    GROUP BY kinds.unit, kinds.release, kinds.cluster
),
changing AS MATERIALIZED (
    SELECT units.scope AS unit, units.position, units.cluster, units.n_records, units.release_records
    FROM setrisk.units($series) AS units
    WHERE units.release = $release
),
rates AS MATERIALIZED (
    SELECT each.item, each.copies, each.in_bag FROM setrisk.population_rates($series) AS each WHERE each.release = $release
),
own_copies AS MATERIALIZED (
    SELECT 'cluster' AS unit, terms.cluster, shown.item, terms.copies
    FROM setrisk.private_term AS terms
    JOIN setrisk.published_item AS shown ON shown.release = terms.release AND shown.item_id = terms.item_id
    WHERE terms.release = $release AND terms.cluster IS NOT NULL
    UNION ALL
    SELECT 'global' AS unit, 0 AS cluster, rates.item, rates.copies FROM rates
),
told AS MATERIALIZED (
    SELECT
        risky.unit,
        risky.release,
        risky.cluster,
        risky.item,
        fullest.scope,
        each.other,
        each.common,
        each.other_lo,
        each.other_hi
    FROM risky
    JOIN fullest ON fullest.unit = risky.unit AND fullest.release = risky.release AND fullest.cluster = risky.cluster
    JOIN setrisk.evidence($series) AS each
        ON each.scope = fullest.scope AND each.release = risky.release AND each.cluster = risky.cluster
        AND each.item = risky.item
),
covers AS MATERIALIZED (
    SELECT
        told.unit,
        told.release,
        told.cluster,
        told.item,
        list(
            {
                'size': told.common,
                'lo': told.other_lo,
                'hi': told.other_hi,
                'derived': told.other.via_position IS NOT NULL,
                'leaning': newest.position = told.other.position OR coalesce(newest.position = told.other.via_position, false),
                'cluster': met.cluster,
                'held': CASE WHEN met.cluster IS NOT NULL THEN coalesce(held.copies, 0) END,
                'n_records': met.n_records
            }
            ORDER BY told.other
        ) AS evidence
    FROM told
    JOIN changing AS newest ON newest.unit = 'global'
    LEFT JOIN changing AS met
        ON met.unit = told.unit AND met.position = told.other.position AND met.cluster = told.other.cluster
        AND told.other.via_position IS NULL
    LEFT JOIN own_copies AS held ON held.unit = met.unit AND held.cluster = met.cluster AND held.item = told.item
    GROUP BY told.unit, told.release, told.cluster, told.item
),
met AS MATERIALIZED (
    SELECT
        each.unit,
        each.release,
        each.cluster,
        each.kind,
        each.evidence.other AS other,
        each.evidence.all_inside AS all_inside
    FROM (
        SELECT kinds.unit, kinds.release, kinds.cluster, kinds.kind, unnest(kinds.seen) AS evidence
        FROM kinds
        SEMI JOIN fullest
            ON fullest.unit = kinds.unit AND fullest.release = kinds.release AND fullest.cluster = kinds.cluster
            AND fullest.scope = kinds.scope
    ) AS each
),
placed AS (
    SELECT
        told.unit,
        told.release,
        told.cluster,
        told.item,
        list(
            CASE WHEN met.all_inside THEN 'inside' WHEN met.all_inside IS NULL THEN 'outside' ELSE 'either' END
            ORDER BY told.other
        ) AS places
    FROM told
    JOIN kinds
        ON kinds.unit = told.unit AND kinds.scope = told.scope AND kinds.release = told.release
        AND kinds.cluster = told.cluster
    LEFT JOIN met
        ON met.unit = told.unit AND met.release = told.release AND met.cluster = told.cluster AND met.kind = kinds.kind
        AND met.other = told.other
    GROUP BY told.unit, told.release, told.cluster, told.item, kinds.kind
),
asked AS MATERIALIZED (
    SELECT
        risky.unit,
        risky.release,
        risky.cluster,
        risky.item,
        risky.allowed,
        risky.release = $release AS own,
        terms.copies,
        terms.n_records,
        CAST(coalesce(covers.evidence, []) AS STRUCT(
            size BIGINT, lo BIGINT, hi BIGINT, derived BOOLEAN, leaning BOOLEAN, cluster INTEGER, held BIGINT, n_records BIGINT
        )[]) AS evidence,
        coalesce(ways.kinds, [[]]) AS kinds,
        coalesce(held.copies, 0) AS held,
        coalesce(rates.copies, 0) AS release_copies,
        coalesce(rates.in_bag, 0) AS in_bag,
        whole.n_records AS release_records
    FROM risky
    JOIN setrisk.unit_terms($series) AS terms
        ON terms.scope = risky.unit AND terms.release = risky.release AND terms.cluster = risky.cluster
        AND terms.item = risky.item
    JOIN changing AS whole ON whole.unit = 'global'
    LEFT JOIN covers
        ON covers.unit = risky.unit AND covers.release = risky.release AND covers.cluster = risky.cluster
        AND covers.item = risky.item
    LEFT JOIN (
        SELECT placed.unit, placed.release, placed.cluster, placed.item, list(DISTINCT placed.places) AS kinds
        FROM placed
        GROUP BY placed.unit, placed.release, placed.cluster, placed.item
    ) AS ways
        ON ways.unit = risky.unit AND ways.release = risky.release AND ways.cluster = risky.cluster AND ways.item = risky.item
    LEFT JOIN own_copies AS held ON held.unit = risky.unit AND held.cluster = risky.cluster AND held.item = risky.item
    LEFT JOIN rates ON rates.item = risky.item
),
found AS (
    SELECT
        asked.unit,
        asked.release,
        asked.cluster,
        asked.item,
        asked.own,
        made.method = 'm-invariance' AS in_groups,
        CASE
            WHEN asked.own THEN _setrisk_own_changes_v1(
                asked.held, asked.n_records, asked.release_copies, asked.allowed,
                CAST(json_extract_string(made.parameters, '$.r_th') AS DOUBLE), asked.evidence, asked.kinds, asked.in_bag,
                asked.release_records, asked.unit = 'global'
            )
        END AS changes,
        CASE
            WHEN NOT asked.own THEN _setrisk_added_counterfeits_v1(
                asked.copies, asked.n_records, asked.allowed, asked.evidence, asked.kinds, asked.in_bag,
                asked.release_records
            )
        END AS added
    FROM asked
    JOIN setrisk.release AS made ON made.release = $release
)
SELECT
    CASE WHEN found.unit = 'global' THEN 'global' ELSE 'transitive' END AS scope,
    found.release,
    found.cluster,
    found.item,
    CASE
        WHEN len(found.added) = 0 THEN 'none: at risk without ' || $release
        -- Its groups have whole private sets, each once: no copy comes or goes alone.
        WHEN found.in_groups THEN 'none found: m-invariance has no single copies to change'
        WHEN found.own THEN concat_ws(
            ' or ',
            'copies to the global bag: ' || found.changes.bagged,
            'counterfeits without it: ' || found.changes.counterfeits,
            'copies to leave out: ' || found.changes.withheld
        ) || CASE WHEN found.cluster = 0 THEN '' ELSE ' (cluster ' || found.cluster || ')' END
        WHEN found.added IS NULL THEN 'none found: what is left of clusters tells it'
        ELSE array_to_string(
            list_transform(
                found.added,
                lambda each: concat_ws(
                    ' and ',
                    CASE WHEN each.with_term > 0 THEN 'counterfeits with it: ' || each.with_term END,
                    CASE WHEN each.without_term > 0 THEN 'counterfeits without it: ' || each.without_term END
                ) || CASE WHEN each.cluster = 0 THEN '' ELSE ' (cluster ' || each.cluster || ')' END
            ),
            ', '
        )
    END AS change
FROM found
