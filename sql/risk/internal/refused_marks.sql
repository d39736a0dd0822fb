-- refused_marks(release)
-- The marks that forbid publishing a release, whatever its risk is.
--
-- row: one per mark of the release; none if it has no marks, or there is no such release
-- column: release VARCHAR
-- column: mark VARCHAR
-- column: reason VARCHAR: why, in words
-- reads: published
SELECT
    marks.release,
    marks.mark,
    CASE marks.mark
        WHEN 'unprotected' THEN 'it shows the data as they are'
        WHEN 'seeded' THEN 'anyone who knows its seed can repeat its random draws'
        WHEN 'as-printed' THEN 'it was made by the steps as the paper prints them, which do not keep the promise'
        WHEN 'domain-from-data'
            THEN 'the item list came from the data, so every item it names reveals that someone has that item'
        WHEN 'drawn-constraints'
            THEN 'its privacy constraints were drawn at random, for experiments, so what it protects is arbitrary'
        WHEN 'imported' THEN 'it was imported, so its method and its other marks are only what its folder claims'
        ELSE 'this version of setrisk does not know this mark'
    END AS reason
FROM (
    SELECT releases.release, unnest(releases.marks) AS mark
    FROM setrisk.release AS releases
    WHERE releases.release = $release
) AS marks
