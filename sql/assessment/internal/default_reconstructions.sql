-- default_reconstructions(family VARCHAR, n_records BIGINT) -> BIGINT
-- How many random reconstructions of a release attackers draw by default, and at least, to be held against a limit: as
-- many as have 200,000 records together, 10 to 100. Of small releases more of them take no longer, and find more.
--
-- parameter: family: of the release
-- parameter: n_records: how many records it publishes
-- reads: nothing
SELECT
    -- Records that are published as they are leave nothing to draw.
    CASE
        WHEN $family = 'histogram' THEN CAST(1 AS BIGINT)
        ELSE CAST(least(greatest(floor(200000 / greatest($n_records, 1)), 10), 100) AS BIGINT)
    END
