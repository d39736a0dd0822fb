-- numeric_parameter(parameters JSON, name VARCHAR) -> DOUBLE
-- A number among the parameters of a release. It is NULL if the release does not have it.
--
-- parameter: parameters: the parameters of the release, as JSON
-- reads: nothing
SELECT TRY_CAST(json_extract_string($parameters, '$.' || $name) AS DOUBLE)
