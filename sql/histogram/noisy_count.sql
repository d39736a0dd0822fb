-- noisy_count(n, epsilon) -> BIGINT
-- The number with discrete Laplace noise of OpenDP's: epsilon-differentially private where one person changes n by at
-- most 1. Drawn once per row; keep what you have drawn, since every further draw spends epsilon again. The ledger does
-- not see it: what you draw is yours to add up. An error where epsilon is not from 0.0001 to 100; NULL where one is
-- NULL.
--
-- reads: nothing
SELECT _setrisk_noisy_count_v1($n, $epsilon)
