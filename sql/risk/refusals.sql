-- refusals(release)
-- One row per mark of a release that forbids to publish it; no row: its marks allow it, which says nothing of who is at risk.
-- An error where there is no release of that name.
-- release VARCHAR; mark VARCHAR: unprotected, seeded, published-variant or domain-from-data, or one that this version does not
-- know; reason VARCHAR: in words
SELECT refused.release, refused.mark, refused.reason
FROM (
    SELECT
        given.release,
        given.mark,
        CASE given.mark
            WHEN 'unprotected' THEN 'it shows the data as they are'
            WHEN 'seeded' THEN 'whoever knows its seed can draw again what was drawn'
            WHEN 'published-variant' THEN 'it was made by the steps of a paper that do not keep their promise'
            WHEN 'domain-from-data' THEN 'that it names an item tells that someone has it'
            ELSE 'no one has said that it may be published with this mark'
        END AS reason
    FROM (
        SELECT made.release, unnest(made.marks) AS mark FROM setrisk.release AS made WHERE made.release = $release
    ) AS given
) AS refused
WHERE refused.mark <> 'imported'
UNION ALL  -- no row, but the error for a name that is not known; constants would be optimised away with it
SELECT known.release, known.release, known.release
FROM setrisk.known_release($release) AS known
WHERE known.release IS NULL
