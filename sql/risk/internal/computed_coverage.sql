-- computed_coverage(release, k := NULL)
-- How much of the data a release promises to protect: what coverage shows, computed from the data. Rare itemsets are
-- counted only if the promise may leave out some of them.
--
-- parameter: k: an itemset is rare if fewer people than this hold it; by default the release's own k, or 5
-- row: one, or none if there is no such release
-- column: release VARCHAR
-- column: k INTEGER, records, >= 1: the threshold for rare that was used
-- column: n_constraints BIGINT?, itemsets, >= 0: privacy constraints; NULL if the release is not by constraints
-- column: covered_items BIGINT, items, >= 0: items that the promise is about
-- column: all_items BIGINT, items, >= 0: items of the data set
-- column: rare_itemsets BIGINT?, itemsets, >= 0
-- column: covered_itemsets BIGINT?, itemsets, >= 0: rare itemsets that the promise is about
-- column: coverage DOUBLE, fraction, 0 to 1: covered_itemsets divided by rare_itemsets
-- reads: originals
WITH target AS MATERIALIZED (
    SELECT
        releases.release,
        releases.dataset,
        releases.family,
        releases.parameters,
        datasets.n_items AS all_items,
        promises.k AS promised_k,
        promises.m,
        coalesce($k, promises.k, 5) AS k,
        -- Noise protects whatever is in the data; so does a promise about all itemsets of up to m items that fewer than
        -- k people hold.
        promises.m IS NULL AND releases.family = 'generalisation' AS is_by_constraints,
        is_by_constraints
            OR releases.family IN ('serial', 'uncertainty')
            OR (
                releases.family IN ('generalisation', 'disassociation')
                AND (promises.m < 2 OR coalesce($k > promises.k, false))
            ) AS is_partial,
        -- A histogram protects by its noise. Without an epsilon there is none, whatever method made it.
        releases.family = 'histogram'
            AND setrisk_internal.numeric_parameter(releases.parameters, 'epsilon') IS NULL AS is_exact
    FROM setrisk.release AS releases
    CROSS JOIN setrisk_internal.promised_support($release) AS promises
    JOIN setrisk_private.dataset AS datasets ON datasets.dataset = releases.dataset
    WHERE releases.release = $release
),
rare_itemsets AS MATERIALIZED (
    SELECT
        entries.item_id AS item_a,
        entries.item_id AS item_b,
        target.family,
        target.is_by_constraints,
        count(*) < target.promised_k AS is_promised
    FROM target
    JOIN setrisk_private.transaction_item AS entries ON entries.dataset = target.dataset AND target.is_partial
    GROUP BY entries.item_id, target.family, target.is_by_constraints, target.k, target.promised_k
    HAVING count(*) < target.k
    UNION ALL
    SELECT
        entries_a.item_id AS item_a,
        entries_b.item_id AS item_b,
        target.family,
        target.is_by_constraints,
        count(*) < target.promised_k AND target.m > 1 AS is_promised
    FROM target
    JOIN setrisk_private.transaction_item AS entries_a ON entries_a.dataset = target.dataset AND target.is_partial
    JOIN setrisk_private.transaction_item AS entries_b
        ON entries_b.dataset = entries_a.dataset
        AND entries_b.tid = entries_a.tid
        AND entries_b.item_id > entries_a.item_id
    GROUP BY
        entries_a.item_id,
        entries_b.item_id,
        target.family,
        target.is_by_constraints,
        target.k,
        target.promised_k,
        target.m
    HAVING count(*) < target.k
),
protected_items AS MATERIALIZED (
    SELECT members.constraint_no, members.item_id
    FROM setrisk_private.privacy_constraint AS members
    WHERE members.release = $release
),
-- Sensitive items with an allowed belief below 1: a bound of 1 promises nothing.
sensitive_items AS MATERIALIZED (
    SELECT DISTINCT items.item_id
    FROM setrisk_private.sensitive_item AS items
    JOIN target ON target.release = items.release
    LEFT JOIN (
        SELECT terms.item_id, sum(terms.copies) AS copies
        FROM setrisk.sensitive_count AS terms
        WHERE terms.release = $release
        GROUP BY terms.item_id
    ) AS terms ON terms.item_id = items.item_id
    CROSS JOIN (
        SELECT sum(clusters.n_records) AS n_records FROM setrisk.cluster AS clusters WHERE clusters.release = $release
    ) AS sizes
    WHERE coalesce(setrisk_internal.allowed_belief(target.parameters, terms.copies / nullif(sizes.n_records, 0)), 0) < 1
),
counts AS MATERIALIZED (
    SELECT
        count(*) AS rare_itemsets,
        count(*) FILTER (
            WHERE CASE
                WHEN rare_itemsets.is_by_constraints THEN covered_pairs.item_a IS NOT NULL
                -- Both bound the belief in a sensitive item of a person, and so in itemsets that have one.
                WHEN rare_itemsets.family IN ('serial', 'uncertainty')
                    THEN items_a.item_id IS NOT NULL OR items_b.item_id IS NOT NULL
                ELSE rare_itemsets.is_promised
            END
        ) AS covered_itemsets
    FROM rare_itemsets
    LEFT JOIN (
        SELECT DISTINCT members_a.item_id AS item_a, members_b.item_id AS item_b
        FROM protected_items AS members_a
        JOIN protected_items AS members_b
            ON members_b.constraint_no = members_a.constraint_no AND members_b.item_id >= members_a.item_id
    ) AS covered_pairs ON covered_pairs.item_a = rare_itemsets.item_a AND covered_pairs.item_b = rare_itemsets.item_b
    LEFT JOIN sensitive_items AS items_a ON items_a.item_id = rare_itemsets.item_a
    LEFT JOIN sensitive_items AS items_b ON items_b.item_id = rare_itemsets.item_b
)
SELECT
    target.release,
    target.k,
    CASE WHEN target.is_by_constraints
        THEN (SELECT count(DISTINCT protected_items.constraint_no) FROM protected_items) END AS n_constraints,
    CASE
        WHEN target.is_by_constraints THEN (SELECT count(DISTINCT protected_items.item_id) FROM protected_items)
        WHEN target.family IN ('serial', 'uncertainty') THEN (SELECT count(*) FROM sensitive_items)
        ELSE CASE WHEN target.is_exact THEN 0 ELSE target.all_items END
    END AS covered_items,
    target.all_items,
    CASE WHEN target.is_partial THEN counts.rare_itemsets END AS rare_itemsets,
    CASE WHEN target.is_partial THEN counts.covered_itemsets END AS covered_itemsets,
    CASE
        WHEN target.is_exact THEN 0
        WHEN setrisk_internal.hides_nobody(setrisk_internal.numeric_parameter(target.parameters, 'epsilon')) THEN 0
        WHEN target.is_partial AND counts.rare_itemsets > 0
            THEN counts.covered_itemsets / nullif(counts.rare_itemsets, 0)
        ELSE 1
    END AS coverage
FROM target
CROSS JOIN counts
