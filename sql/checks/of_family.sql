-- of_family(name VARCHAR, family VARCHAR, wanted VARCHAR) -> VARCHAR
-- The name of a release; an error if it is of another family than is wanted.
--
-- parameter: family: the family of the release
-- parameter: wanted: the family that it must be of; NULL for any
-- reads: nothing
-- duckdb only: error
SELECT CASE
    WHEN $family <> $wanted
        THEN error('the release ' || $name || ' is of the family ' || $family || ', not of ' || $wanted)
    ELSE $name
END
