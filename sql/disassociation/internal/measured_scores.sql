-- measured_scores(release, measure)
-- One row per pair of items that an attack on the release compares, with their score under a stored measure: minus the
-- NGD, or the cosine. NULL where an item is unknown; a negative NGD is unreliable and NULL too (THESIS 3.1.2). An error
-- where the measure has not scored the pairs of this release yet, since nothing found would be no finding.
--
-- row: one per pair of items that an attack on the release compares, with their score under a stored measure
-- column: anchor_item INTEGER
-- column: item_id INTEGER
-- column: score DOUBLE: highest is best
-- reads: published
-- duckdb only: error
SELECT
    compared.anchor_item,
    compared.item_id,
    CASE
        WHEN scores.measure IS NULL
            THEN error(
                'the measure ' || measured.measure || ' has not scored (' || anchor_name.item || ', ' || piece_name.item
                || ') yet: attack the release with it once, by setrisk attack or setrisk.attack'
            )
        WHEN measured.kind = 'embedding' OR scores.score <= 0 THEN scores.score
    END AS score
FROM setrisk_internal.compared_items($release) AS compared
JOIN setrisk.published_item AS anchor_name ON anchor_name.item_id = compared.anchor_item
JOIN setrisk.published_item AS piece_name ON piece_name.item_id = compared.item_id
JOIN setrisk.measure AS measured ON measured.measure = $measure
LEFT JOIN setrisk.similarity AS scores
    ON scores.measure = measured.measure
    AND scores.item_a = least(anchor_name.item, piece_name.item)
    AND scores.item_b = greatest(anchor_name.item, piece_name.item)
WHERE anchor_name.release = $release AND piece_name.release = $release
