-- transaction_numbers(dataset)
-- The numbers of the transactions of a data set, of those without items, too, which have no other row.
--
-- row: one per transaction
-- column: tid BIGINT, >= 1
-- reads: originals
SELECT unnest(range(blocks.before + 1, least(blocks.before + 65536, blocks.n_transactions) + 1)) AS tid
FROM (
    -- In blocks, since a list of all numbers has to fit into the memory at once.
    SELECT datasets.n_transactions, unnest(range(0, datasets.n_transactions, 65536)) AS before
    FROM setrisk_private.dataset AS datasets
    WHERE datasets.dataset = $dataset
) AS blocks
