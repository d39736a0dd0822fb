-- drawn_texts(n_texts, seed)
-- Some of the densest texts, drawn by a seed.
--
-- row:    one per text that is drawn
-- column: items VARCHAR[]: its words
-- stages: _setrisk_densest_texts(tid, items): the texts to draw from
SELECT texts.items
FROM _setrisk_densest_texts AS texts
ORDER BY md5($seed || '/' || texts.tid)
LIMIT $n_texts
