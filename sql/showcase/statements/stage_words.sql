-- stage_words(dataset)
-- Stage the words of the transactions of a data set whose items are phrases.
--
-- stages: _setrisk_words(tid, word): each word of a transaction once
-- reads:  originals
CREATE OR REPLACE TEMP TABLE _setrisk_words AS
SELECT DISTINCT entries.tid, unnest(string_split(items.item, ' ')) AS word
FROM setrisk_private.transaction_item AS entries
JOIN setrisk_private.item AS items ON items.item_id = entries.item_id
WHERE entries.dataset = $dataset
