-- fragment_lists(release, anchors := NULL)
-- The fragments of each publishing cluster as lists, for kernels that draw all of them at once.
--
-- parameter: anchors: as of fragments
-- row: one per publishing cluster
-- column: publishing_cluster INTEGER, >= 1
-- column: fragments BIGINT[]: in order
-- column: copies BIGINT[]: of each of them
-- reads: published
SELECT
    fragment_lists.publishing_cluster,
    list_transform(fragment_lists.members, lambda member: member.fragment) AS fragments,
    list_transform(fragment_lists.members, lambda member: member.copies) AS copies
FROM (
    SELECT
        fragments.publishing_cluster,
        list_sort(list({'fragment': fragments.fragment, 'copies': fragments.copies})) AS members
    FROM setrisk_internal.fragments($release, anchors := $anchors) AS fragments
    GROUP BY fragments.publishing_cluster
) AS fragment_lists
