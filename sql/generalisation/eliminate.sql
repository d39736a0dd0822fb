-- eliminate(method VARCHAR, distances DOUBLE[][], threshold DOUBLE := NULL, scaled BOOLEAN := false, seed BIGINT := 0, permuted BOOLEAN := false) -> INTEGER[][]
-- The cells of a distance table that an attack eliminates, and when. These cells are probably not original. The result
-- has the step at which each one goes: a list per record, with a number per member, NULL for cells that are kept. An
-- error if the rows differ in length, or an option is out of range or does not suit the method.
--
-- parameter: method: `ra` (random), `mda`, `tba`, `wba`, `gba` or `rba`
-- parameter: distances: the table: a list per record, with a distance per member of the generalised item; NULL if it
--     is unknown
-- parameter: threshold: what a distance, a weighted distance (wba) or a vulnerability (gba, rba) must exceed to be
--     eliminated; by default the mean of the table. Not for ra and mda
-- parameter: scaled: whether gba and rba divide the vulnerability of a group by the range of its distances
-- parameter: seed: the seed of ra, and of permuted distances, 0 or more
-- parameter: permuted: whether the known distances change places at random first. That is a baseline: what the method
--     finds if it does not know which distance belongs to which cell
-- reads:     nothing
-- source:    THESIS 4, 5.2, formula 4.5; CONTEXT Algorithms 1 and 2
-- page:      generalisation.md
-- example:   SELECT setrisk.eliminate('rba', [[0.56, 0.78], [1.75, 0.58]])
SELECT _setrisk_eliminate_v2(
    $method,
    CAST($distances AS DOUBLE[][]),
    CAST($threshold AS DOUBLE),
    CAST($scaled AS BOOLEAN),
    CAST($seed AS BIGINT),
    CAST($permuted AS BOOLEAN)
)
