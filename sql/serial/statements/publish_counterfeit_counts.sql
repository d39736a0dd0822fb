-- publish_counterfeit_counts(release)
-- Publish the number of counterfeits per cluster, excluding the secret ones: anyone who knew that number could subtract
-- them.
--
-- reads:  originals
-- writes: setrisk.counterfeits
DELETE FROM setrisk.counterfeits AS counterfeits
WHERE counterfeits.release = $release;

INSERT INTO setrisk.counterfeits (release, cluster, published_counterfeits)
SELECT $release, phases.cluster, sum(phases.n_added)
FROM setrisk_private.perturbation AS phases
WHERE phases.release = $release AND phases.item_id IS NULL AND phases.phase <> 'secret'
GROUP BY phases.cluster
ORDER BY phases.cluster
