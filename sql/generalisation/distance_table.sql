-- distance_table(release, generalised_item, knowledge := 'self', context := 2, marked := true, unmarked_k := 2)
-- How badly each member of a generalised item fits each record. It is an attacker's view: the larger the distance, the
-- more likely the member was added by the generalisation.
--
-- parameter: release: the name of a generalised release
-- parameter: generalised_item: the number of a generalised item
-- parameter: knowledge: what the attacker knows: `self` for the release alone, or the name of a corpus or an embedding
-- parameter: context: how many items of a record, the nearest ones, each generalised item is compared with
-- parameter: marked: whether the release marks its generalised items; if not, the attacker guesses which items belong
--     to one
-- parameter: unmarked_k: with `marked := false`, items that at least this many records show count as generalised
-- row:       one per record that shows the generalised item, and member of it
-- column:    record BIGINT, >= 1: the published record
-- column:    item VARCHAR: the member
-- column:    distance DOUBLE?, >= 0: mean distance of the member from the context of the record; NULL if it is
--     unknown
-- checks:    known_names($release, $knowledge, family := 'generalisation')
-- reads:     published
-- source:    CONTEXT 4.2, Figure 3; THESIS Figure 3.5
-- page:      generalisation.md
-- example:   FROM setrisk.distance_table('r1', 1, knowledge := 'literature')
SELECT cells.record, names.item, cells.distance
FROM setrisk_internal.distances(
    $release, knowledge := $knowledge, context := $context, marked := $marked, unmarked_k := $unmarked_k
) AS cells
JOIN setrisk.published_item AS names ON names.item_id = cells.item_id
WHERE names.release = $release AND cells.generalised_item = $generalised_item
