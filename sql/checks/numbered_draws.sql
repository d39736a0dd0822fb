-- numbered_draws(name, draws)
-- The numbers of the draws of something random. Fewer draws than one are an error, because a baseline of none would
-- look like one that found nothing; so are more draws than a mean can gain anything from.
--
-- parameter: name: what the draws are called in the error
-- row: one per draw
-- column: draw BIGINT, 1 to 10000: counted from 1
-- reads: nothing
-- duckdb only: range in FROM
SELECT numbers.draw
FROM range(1, 1 + setrisk_internal.check_within($name, $draws, 1, 10000)) AS numbers(draw)
