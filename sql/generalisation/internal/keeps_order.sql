-- keeps_order(parameters JSON) -> BOOLEAN
-- Whether entries of a generalised release are in the order of its data set, or may be, as its parameters do not say.
--
-- parameter: parameters: those of the release, as JSON
-- reads: nothing
SELECT coalesce(try_cast(json_extract_string($parameters, '$.keep_order') AS BOOLEAN), true)
