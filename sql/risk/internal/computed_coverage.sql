-- computed_coverage(release, below := NULL)
-- One row: how much of the data the promise of a release is about, as coverage has it, computed from the data. Rare
-- itemsets are counted only where the promise leaves some of them out.
--
-- reads: originals
WITH made AS MATERIALIZED (
    SELECT
        published.release,
        published.dataset,
        published.family,
        published.method,
        published.parameters,
        data.n_items AS all_items,
        promised.k AS promised_k,
        promised.m,
        coalesce($below, promised.k, 5) AS k,
        -- Disassociation and noise protect whatever is in the data, the former up to m items that fewer than k people hold.
        published.family IN ('generalisation', 'serial')
            OR (published.family = 'disassociation' AND (promised.m < 2 OR coalesce($below > promised.k, false))) AS is_partial
    FROM setrisk.release AS published
    CROSS JOIN setrisk_internal.promised_support($release) AS promised
    JOIN setrisk_private.dataset AS data ON data.dataset = published.dataset
    WHERE published.release = $release
),
rare AS MATERIALIZED (
    SELECT held.item_id AS item_a, held.item_id AS item_b, made.family, count(*) < made.promised_k AS is_promised
    FROM made
    JOIN setrisk_private.transaction_item AS held ON held.dataset = made.dataset AND made.is_partial
    GROUP BY held.item_id, made.family, made.k, made.promised_k
    HAVING count(*) < made.k
    UNION ALL
    SELECT
        one.item_id AS item_a,
        other.item_id AS item_b,
        made.family,
        count(*) < made.promised_k AND made.m > 1 AS is_promised
    FROM made
    JOIN setrisk_private.transaction_item AS one ON one.dataset = made.dataset AND made.is_partial
    JOIN setrisk_private.transaction_item AS other
        ON other.dataset = one.dataset AND other.tid = one.tid AND other.item_id > one.item_id
    GROUP BY one.item_id, other.item_id, made.family, made.k, made.promised_k, made.m
    HAVING count(*) < made.k
),
protected AS MATERIALIZED (
    SELECT held.constraint_no, held.item_id
    FROM setrisk_private.privacy_constraint AS held
    WHERE held.release = $release
),
-- Private items that nobody may become sure of: where the promised bound reaches 1, nothing is promised.
private AS MATERIALIZED (
    SELECT DISTINCT held.item_id
    FROM setrisk_private.private_item AS held
    JOIN made ON made.release = held.release
    LEFT JOIN (
        SELECT terms.item_id, sum(terms.copies) AS copies
        FROM setrisk.private_term AS terms
        WHERE terms.release = $release
        GROUP BY terms.item_id
    ) AS shown ON shown.item_id = held.item_id
    CROSS JOIN (SELECT sum(each.n_records) AS n_records FROM setrisk.cluster AS each WHERE each.release = $release) AS size
    WHERE coalesce(setrisk_internal.allowed_belief(made.parameters, shown.copies / nullif(size.n_records, 0)), 0) < 1
),
counted AS MATERIALIZED (
    SELECT
        count(*) AS rare_itemsets,
        count(*) FILTER (
            WHERE CASE rare.family
                WHEN 'generalisation' THEN within.item_a IS NOT NULL
                -- Of a person, what goes with a private item is what cannot be believed too surely.
                WHEN 'serial' THEN first.item_id IS NOT NULL OR second.item_id IS NOT NULL
                ELSE rare.is_promised
            END
        ) AS covered_itemsets
    FROM rare
    LEFT JOIN (
        SELECT DISTINCT one.item_id AS item_a, other.item_id AS item_b
        FROM protected AS one
        JOIN protected AS other ON other.constraint_no = one.constraint_no AND other.item_id >= one.item_id
    ) AS within ON within.item_a = rare.item_a AND within.item_b = rare.item_b
    LEFT JOIN private AS first ON first.item_id = rare.item_a
    LEFT JOIN private AS second ON second.item_id = rare.item_b
)
SELECT
    made.release,
    made.k,
    CASE WHEN made.family = 'generalisation'
        THEN (SELECT count(DISTINCT protected.constraint_no) FROM protected) END AS itemsets,
    CASE made.family
        WHEN 'generalisation' THEN (SELECT count(DISTINCT protected.item_id) FROM protected)
        WHEN 'serial' THEN (SELECT count(*) FROM private)
        ELSE CASE WHEN made.method = 'identity' THEN 0 ELSE made.all_items END
    END AS items,
    made.all_items,
    CASE WHEN made.is_partial THEN counted.rare_itemsets END AS rare_itemsets,
    CASE WHEN made.is_partial THEN counted.covered_itemsets END AS covered_itemsets,
    CASE
        WHEN made.method = 'identity' THEN 0
        -- Who doubted to a half whether someone is in the data may be more than 99 % sure above an epsilon of 5.
        WHEN TRY_CAST(json_extract_string(made.parameters, '$.epsilon') AS DOUBLE) > 5 THEN 0
        WHEN made.is_partial AND counted.rare_itemsets > 0 THEN counted.covered_itemsets / nullif(counted.rare_itemsets, 0)
        ELSE 1
    END AS coverage
FROM made
CROSS JOIN counted
