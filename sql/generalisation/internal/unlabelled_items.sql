-- unlabelled_items(release, unlabelled_k := 2)
-- What an attacker takes each item for, if generalised items are not labelled: an item that at least k records show is
-- a member of a generalised item, any other is context. Members that the same records show form one generalised item.
--
-- parameter: unlabelled_k: the rules as printed have k = 2
-- row:       one per item that a published record shows
-- column:    item_id INTEGER
-- column:    records BIGINT, records, >= 1: those that show the item
-- column:    generalised_item BIGINT?, >= 1: a number given by the attacker; NULL for context
-- checks:    known_release($release, family := 'generalisation')
-- reads:     published
-- source:    THESIS 3.5.2
SELECT
    supports.item_id,
    supports.records,
    CASE
        WHEN supports.records >= $unlabelled_k THEN dense_rank() OVER (ORDER BY supports.showing_records)
    END AS generalised_item
FROM (
    SELECT shown_items.item_id, count(*) AS records, list_sort(list(shown_items.record)) AS showing_records
    FROM setrisk_internal.shown_items($release) AS shown_items
    GROUP BY shown_items.item_id
) AS supports
