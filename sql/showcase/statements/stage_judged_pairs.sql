-- stage_judged_pairs(path)
-- Stage the pairs of terms of a benchmark, as a table and, for scorers, as the variable _setrisk_pairs.
--
-- parameter: path: a file with a term, another and a number in each line, separated by tabs
-- stages: _setrisk_judged_pairs(item_a, item_b, human): the pairs, and how close people find their terms
CREATE OR REPLACE TEMP TABLE _setrisk_judged_pairs AS
SELECT lower(pairs.column0) AS item_a, lower(pairs.column1) AS item_b, CAST(pairs.column2 AS DOUBLE) AS human
FROM read_csv($path, delim = '\t', header = false) AS pairs;

SET VARIABLE _setrisk_pairs = (
    SELECT list({'item_a': pairs.item_a, 'item_b': pairs.item_b}) FROM _setrisk_judged_pairs AS pairs
)
