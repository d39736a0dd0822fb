-- cell_count(release)
-- How many cells an attack on the members of generalised items has to decide; none in other families.
--
-- row:    one
-- column: n_cells BIGINT, cells, >= 0: one per record that shows a generalised item, and member of it
-- reads:  published
SELECT CAST(coalesce(sum(members.n_members), 0) AS BIGINT) AS n_cells
FROM setrisk.generalised_record AS entries
JOIN (
    SELECT items.generalised_item, count(*) AS n_members
    FROM setrisk.generalised_item AS items
    WHERE items.release = $release
    GROUP BY items.generalised_item
) AS members ON members.generalised_item = entries.generalised_item
WHERE entries.release = $release
