-- note_spending(dataset, release, method, epsilon, spent_at, run)
-- Note in the ledger what a release is going to spend.
--
-- parameter: spent_at: the time, in UTC
-- parameter: run: the id of the run that spends it
-- writes:    setrisk_private.spending
INSERT INTO setrisk_private.spending BY NAME
SELECT
    $dataset AS dataset,
    $release AS release,
    $method AS method,
    $epsilon AS epsilon,
    $spent_at AS spent_at,
    $run AS run
