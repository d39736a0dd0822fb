-- ngd(fx BIGINT, fy BIGINT, fxy BIGINT, n_documents BIGINT) -> DOUBLE
-- The Normalised Google Distance (NGD) of two terms. It comes from numbers of documents: 0 if they always occur
-- together, infinity if they never do. NULL if a term is unknown (0 or NULL documents), or all documents hold both.
--
-- parameter: fx: documents that hold the first term
-- parameter: fy: documents that hold the second term
-- parameter: fxy: documents that hold both
-- parameter: n_documents: all documents
-- reads:     nothing
-- source:    CONTEXT formula 1; THESIS 3.2
-- page:      semantics.md
-- example:   SELECT setrisk.ngd(277, 315, 128, 7400)
SELECT CASE
    WHEN coalesce($fx, 0) <= 0 OR coalesce($fy, 0) <= 0 OR $fxy IS NULL OR $n_documents IS NULL THEN NULL
    WHEN least($fx, $fy) >= $n_documents THEN NULL
    WHEN $fxy <= 0 THEN CAST('infinity' AS DOUBLE)
    ELSE (ln(greatest($fx, $fy)) - ln($fxy)) / (ln($n_documents) - ln(least($fx, $fy)))
END
