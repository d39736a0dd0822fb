-- reassociations(release, method, measure := 'self', placements := NULL, seed := 0)
-- One row per sub-record or term of a disassociated release and anchor that the attack places it on. Methods: random, aba,
-- rga, mra, assignment. `placements` is how many anchors each term of a term chunk gets, by default k - 1.
-- An error where there is no such release, method or measure.
-- cluster INTEGER: of the anchor; home INTEGER: the cluster or joint cluster that publishes the piece; chunk INTEGER: 0 =
-- the term chunk; record BIGINT: the sub-record, NULL for a term; items VARCHAR[]: the sub-record or term; anchor BIGINT:
-- the sub-record of the cluster's first chunk; score DOUBLE: NULL where nothing is known; rank BIGINT: 1 = best
SELECT
    chosen.cluster,
    pieces.home,
    pieces.chunk,
    pieces.records[chosen.rank] AS record,
    spelled.items,
    chosen.anchor,
    chosen.score,
    chosen.rank
FROM setrisk.chosen_anchors($release, $method, measure := $measure, placements := $placements, seed := $seed) AS chosen
JOIN setrisk.pieces($release, placements := $placements) AS pieces ON pieces.piece = chosen.piece
JOIN (
    SELECT members.piece, list_sort(list(names.item)) AS items
    FROM (
        SELECT each.piece, unnest(each.items) AS item_id
        FROM setrisk.pieces($release, placements := $placements) AS each
    ) AS members
    JOIN setrisk.published_item AS names ON names.item_id = members.item_id
    WHERE names.release = $release
    GROUP BY members.piece
) AS spelled ON spelled.piece = chosen.piece
UNION ALL  -- no row, but the error for a name that is not known; constants would be optimised away with it
SELECT
    CAST(length(known.name) AS INTEGER),
    CAST(length(known.name) AS INTEGER),
    CAST(length(known.name) AS INTEGER),
    length(known.name),
    CASE WHEN known.name <> '' THEN [known.name] END,
    length(known.name),
    CAST(length(known.name) AS DOUBLE),
    length(known.name)
FROM (
    SELECT names.name FROM setrisk.known_names($release, $measure, family := 'disassociation') AS names
    UNION ALL
    SELECT methods.method FROM setrisk.known_attack($method, placements := $placements, seed := $seed) AS methods
) AS known
WHERE known.name IS NULL
