-- violated_constraints(release)
-- One row per subset of a privacy constraint that fewer than k published records support, for the owner of the release:
-- none, if the release keeps its promise. A record supports an item that it shows, alone or in a generalised item.
-- items VARCHAR[]: the subset; support BIGINT: at least 1, since none at all is allowed too; k INTEGER
SELECT
    list_sort(list(names.item)) AS items,
    broken.support,
    broken.k
FROM (
    SELECT supported.itemset, supported.k, count(*) AS support
    FROM (
        SELECT parts.itemset, parts.size, shown.record, CAST(json_extract_string(releases.parameters, '$.k') AS INTEGER) AS k
        FROM (
            SELECT subsets.itemset, len(subsets.itemset) AS size, unnest(subsets.itemset) AS item_id
            FROM setrisk.constraint_itemsets($release) AS subsets
        ) AS parts
        JOIN setrisk.shown_items($release) AS shown ON shown.item_id = parts.item_id
        JOIN setrisk.release AS releases ON releases.release = $release
        GROUP BY parts.itemset, parts.size, shown.record, releases.parameters
        HAVING count(*) = parts.size
    ) AS supported
    GROUP BY supported.itemset, supported.k
    HAVING count(*) < supported.k
) AS broken
JOIN setrisk_private.item AS names ON list_contains(broken.itemset, names.item_id)
GROUP BY broken.itemset, broken.support, broken.k
