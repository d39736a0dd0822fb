-- violated_constraints(release)
-- One row per subset of a privacy constraint that fewer than k published records support, for the owner of the release:
-- none, if the release keeps its promise. A record supports an item that it shows, alone or in a generalised item. An
-- error where no release of that name was made in this database.
--
-- row: one per subset of a privacy constraint that fewer than k published records support, for the owner of the release
-- column: items VARCHAR[]: the subset
-- column: support BIGINT: at least 1, since none at all is allowed too
-- column: k INTEGER
-- checks: own_release($release, family := 'generalisation')
-- reads: originals
SELECT list_sort(list(names.item)) AS items, broken.support, broken.k
FROM (
    SELECT
        supported.itemset,
        supported.holders AS support,
        promised.k,
        unnest(CAST(string_split(supported.itemset, ',') AS INTEGER[])) AS item_id
    FROM setrisk_internal.itemset_holders($release, attack := 'none') AS supported
    CROSS JOIN setrisk_internal.promised_support($release) AS promised
    WHERE supported.holders < promised.k
) AS broken
JOIN setrisk_private.item AS names ON names.item_id = broken.item_id
GROUP BY broken.itemset, broken.support, broken.k
