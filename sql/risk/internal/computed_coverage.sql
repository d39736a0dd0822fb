-- computed_coverage(release, below := NULL)
-- How much of the data a release promises to protect: what coverage shows, computed from the data. Rare itemsets are
-- counted only where the promise may leave out some of them.
--
-- parameter: below: an itemset is rare where fewer people than this hold it; by default the release's own k, or 5
-- row: one
-- column: release VARCHAR
-- column: k INTEGER, records, >= 1: the threshold for rare that was used
-- column: itemsets BIGINT?, itemsets, >= 0: privacy constraints; NULL except for generalised releases
-- column: items BIGINT, items, >= 0: items that the promise is about
-- column: all_items BIGINT, items, >= 0: items of the data set
-- column: rare_itemsets BIGINT?, itemsets, >= 0
-- column: covered_itemsets BIGINT?, itemsets, >= 0: rare itemsets that the promise is about
-- column: coverage DOUBLE, 0 to 1: covered_itemsets divided by rare_itemsets
-- reads: originals
WITH target AS MATERIALIZED (
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
        -- Noise protects whatever is in the data; so does disassociation, for itemsets of up to m items that fewer than
        -- k people hold.
        published.family IN ('generalisation', 'serial')
            OR (
                published.family = 'disassociation' AND (promised.m < 2 OR coalesce($below > promised.k, false))
            ) AS is_partial
    FROM setrisk.release AS published
    CROSS JOIN setrisk_internal.promised_support($release) AS promised
    JOIN setrisk_private.dataset AS data ON data.dataset = published.dataset
    WHERE published.release = $release
),
rare AS MATERIALIZED (
    SELECT entry.item_id AS item_a, entry.item_id AS item_b, target.family, count(*) < target.promised_k AS is_promised
    FROM target
    JOIN setrisk_private.transaction_item AS entry ON entry.dataset = target.dataset AND target.is_partial
    GROUP BY entry.item_id, target.family, target.k, target.promised_k
    HAVING count(*) < target.k
    UNION ALL
    SELECT
        one.item_id AS item_a,
        other.item_id AS item_b,
        target.family,
        count(*) < target.promised_k AND target.m > 1 AS is_promised
    FROM target
    JOIN setrisk_private.transaction_item AS one ON one.dataset = target.dataset AND target.is_partial
    JOIN setrisk_private.transaction_item AS other
        ON other.dataset = one.dataset AND other.tid = one.tid AND other.item_id > one.item_id
    GROUP BY one.item_id, other.item_id, target.family, target.k, target.promised_k, target.m
    HAVING count(*) < target.k
),
protected AS MATERIALIZED (
    SELECT member.constraint_no, member.item_id
    FROM setrisk_private.privacy_constraint AS member
    WHERE member.release = $release
),
-- Sensitive items with an allowed belief below 1: a bound of 1 promises nothing.
sensitive AS MATERIALIZED (
    SELECT DISTINCT sensitive_item.item_id
    FROM setrisk_private.sensitive_item AS sensitive_item
    JOIN target ON target.release = sensitive_item.release
    LEFT JOIN (
        SELECT terms.item_id, sum(terms.copies) AS copies
        FROM setrisk.sensitive_count AS terms
        WHERE terms.release = $release
        GROUP BY terms.item_id
    ) AS term ON term.item_id = sensitive_item.item_id
    CROSS JOIN (
        SELECT sum(cluster.n_records) AS n_records FROM setrisk.cluster AS cluster WHERE cluster.release = $release
    ) AS size
    WHERE coalesce(setrisk_internal.allowed_belief(target.parameters, term.copies / nullif(size.n_records, 0)), 0) < 1
),
counted AS MATERIALIZED (
    SELECT
        count(*) AS rare_itemsets,
        count(*) FILTER (
            WHERE CASE rare.family
                WHEN 'generalisation' THEN within.item_a IS NOT NULL
                -- A serial release bounds the belief in a sensitive item of a person, and so in itemsets that have one.
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
    LEFT JOIN sensitive AS first ON first.item_id = rare.item_a
    LEFT JOIN sensitive AS second ON second.item_id = rare.item_b
)
SELECT
    target.release,
    target.k,
    CASE WHEN target.family = 'generalisation'
        THEN (SELECT count(DISTINCT protected.constraint_no) FROM protected) END AS itemsets,
    CASE target.family
        WHEN 'generalisation' THEN (SELECT count(DISTINCT protected.item_id) FROM protected)
        WHEN 'serial' THEN (SELECT count(*) FROM sensitive)
        ELSE CASE WHEN target.method = 'identity' THEN 0 ELSE target.all_items END
    END AS items,
    target.all_items,
    CASE WHEN target.is_partial THEN counted.rare_itemsets END AS rare_itemsets,
    CASE WHEN target.is_partial THEN counted.covered_itemsets END AS covered_itemsets,
    CASE
        WHEN target.method = 'identity' THEN 0
        -- With an epsilon above 5, someone who gave a person an even chance of being in the data may be more than 99 %
        -- sure of it afterwards.
        WHEN setrisk_internal.numeric_parameter(target.parameters, 'epsilon') > 5 THEN 0
        WHEN target.is_partial AND counted.rare_itemsets > 0
            THEN counted.covered_itemsets / nullif(counted.rare_itemsets, 0)
        ELSE 1
    END AS coverage
FROM target
CROSS JOIN counted
