-- eliminate(method, distances, threshold := NULL, scaled := false, seed := 0) -> INTEGER[][]
-- The step at which each cell of a distance table (rows: records, columns: members) is eliminated, NULL = kept. method:
-- ra, mda, tba, wba, gba or rba; threshold: instead of the mean that the method compares with; scaled: the
-- vulnerability of gba and rba is divided by the range of its group (THESIS formula 4.5); seed: of ra.
--
-- reads: nothing
SELECT _setrisk_eliminate_v1(
    $method, CAST($distances AS DOUBLE[][]), CAST($threshold AS DOUBLE), $scaled, CAST($seed AS BIGINT)
)
