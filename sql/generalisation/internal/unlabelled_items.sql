-- unlabelled_items(release, view)
-- What an attacker takes each item for, if generalised items are not labelled: an item that at least k records show is
-- a member of a generalised item, any other is context. Members that the same records show form one generalised item.
-- If the attacker knows the utility constraints, only items of one of them do, and an item of none is context, since
-- it cannot have been generalised.
--
-- parameter: view: what the attacker looks at, as as_view has it; the rules as printed have unlabelled_k = 2
-- row:       one per item that a published record shows
-- column:    item_id INTEGER
-- column:    records BIGINT, records, >= 1: those that show the item
-- column:    generalised_item BIGINT?, >= 1: a number given by the attacker; NULL for context
-- checks:    known_release($release, family := 'generalisation')
-- reads:     published
-- source:    THESIS 3.5.2
-- duckdb only: list_position
SELECT
    supports.item_id,
    supports.records,
    CASE
        WHEN supports.records >= $view['unlabelled_k']
                AND ($view['utility_constraints'] IS NULL OR supports.utility_constraint IS NOT NULL)
            THEN dense_rank() OVER (ORDER BY supports.showing_records, supports.utility_constraint)
    END AS generalised_item
FROM (
    SELECT
        shown_items.item_id,
        count(*) AS records,
        list_sort(list(shown_items.record)) AS showing_records,
        any_value(names.utility_constraint) AS utility_constraint
    FROM setrisk_internal.shown_items($release) AS shown_items
    JOIN (
        SELECT
            names.item_id,
            nullif(
                list_position(
                    list_transform($view['utility_constraints'], lambda items: list_contains(items, names.item)), true
                ),
                0
            ) AS utility_constraint
        FROM setrisk.published_item AS names
        WHERE names.release = $release
    ) AS names ON names.item_id = shown_items.item_id
    GROUP BY shown_items.item_id
) AS supports
