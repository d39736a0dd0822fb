-- violated_constraints(release)
-- One row per subset of a privacy constraint that fewer than k published records support, for the owner of the release:
-- none, if the release keeps its promise. A record supports an item that it shows, alone or in a generalised item.
-- An error where no release of that name was made in this database.
-- items VARCHAR[]: the subset; support BIGINT: at least 1, since none at all is allowed too; k INTEGER
WITH subsets AS MATERIALIZED (
    SELECT members.itemset, members.size, members.item_id
    FROM setrisk.constraint_itemsets($release) AS members
)
SELECT list_sort(list(names.item)) AS items, broken.support, broken.k
FROM (
    SELECT supported.itemset, count(*) AS support, min(promised.k) AS k
    FROM (
        SELECT subsets.itemset, shown.record
        FROM subsets
        JOIN setrisk.shown_items($release) AS shown ON shown.item_id = subsets.item_id
        GROUP BY subsets.itemset, subsets.size, shown.record
        HAVING count(*) = subsets.size
    ) AS supported
    CROSS JOIN setrisk.promised_support($release) AS promised
    GROUP BY supported.itemset
    HAVING count(*) < min(promised.k)
) AS broken
JOIN subsets ON subsets.itemset = broken.itemset
JOIN setrisk_private.item AS names ON names.item_id = subsets.item_id
GROUP BY broken.itemset, broken.support, broken.k
UNION ALL  -- no row, but the error for a name that is not known; constants would be optimised away with it
SELECT CASE WHEN own.release <> '' THEN [own.release] END, length(own.release), CAST(length(own.release) AS INTEGER)
FROM setrisk.own_release($release, family := 'generalisation') AS own
WHERE own.release IS NULL
