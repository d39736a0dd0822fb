-- refused_marks(release)
-- One row per mark of a release that it may not be published with, whatever its risk; no row for a release without
-- marks, or without that name.
--
-- row: one per mark of a release that it may not be published with, whatever its risk; no row for a release without
--     marks, or without that name
-- column: release VARCHAR
-- column: mark VARCHAR
-- column: reason VARCHAR: in words
-- reads: published
SELECT
    given.release,
    given.mark,
    CASE given.mark
        WHEN 'unprotected' THEN 'it shows the data as they are'
        WHEN 'seeded' THEN 'whoever knows its seed can draw again what was drawn'
        WHEN 'published-variant' THEN 'it was made by the steps of a paper that do not keep their promise'
        WHEN 'domain-from-data'
            THEN 'the item list came from the data, so every item it names reveals that someone has that item'
        WHEN 'drawn-constraints'
            THEN 'its privacy constraints were drawn at random, for experiments: it protects what chance has chosen'
        WHEN 'imported' THEN 'it was imported: what it was made by, and its other marks, are what its folder claims'
        ELSE 'no one has said that it may be published with this mark'
    END AS reason
FROM (
    SELECT made.release, unnest(made.marks) AS mark FROM setrisk.release AS made WHERE made.release = $release
) AS given
