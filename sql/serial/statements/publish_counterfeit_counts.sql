-- publish_counterfeit_counts(release)
-- Publish the number of counterfeits per cluster, excluding the secret ones: anyone who knew that number could subtract
-- them.
--
-- reads:  originals
-- writes: setrisk.counterfeits
DELETE FROM setrisk.counterfeits AS counterfeits
WHERE counterfeits.release = $release;

INSERT INTO setrisk.counterfeits (release, cluster, n)
SELECT $release, steps.cluster, sum(steps.n)
FROM setrisk_private.perturbation AS steps
WHERE steps.release = $release AND steps.item_id IS NULL AND steps.step <> 'secret'
GROUP BY steps.cluster
ORDER BY steps.cluster
