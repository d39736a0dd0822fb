-- ngd(fx, fy, fxy, n) -> DOUBLE
-- Normalised Google Distance of two terms (CONTEXT formula 1, THESIS 3.2), 0 = always together, no upper limit. fx, fy:
-- documents that hold the one and the other term; fxy: documents that hold both; n: all documents. infinity where no
-- document holds both; NULL where a term is unknown (0 or NULL documents) or is in all of them.
--
-- reads: nothing
SELECT CASE
    WHEN coalesce($fx, 0) <= 0 OR coalesce($fy, 0) <= 0 OR $fxy IS NULL OR $n IS NULL THEN NULL
    WHEN least($fx, $fy) >= $n THEN NULL
    WHEN $fxy <= 0 THEN CAST('infinity' AS DOUBLE)
    ELSE (ln(greatest($fx, $fy)) - ln($fxy)) / (ln($n) - ln(least($fx, $fy)))
END
