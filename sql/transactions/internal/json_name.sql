-- json_name(member JSON) -> VARCHAR
-- A JSON value as the name of an item: a string without its quotes, a number in its shortest form, or a boolean; NULL
-- for a JSON null. Raises an error for a list or an object.
--
-- parameter: member: a value of type JSON
-- reads: nothing
-- duckdb only: json_type
SELECT CASE
    WHEN json_type($member) IN ('ARRAY', 'OBJECT')
        THEN setrisk_internal.input_error(
            left($member, 40) || ' is not a valid item name; expected a string, a number or a boolean'
        )
    ELSE json_extract_string($member, '$')
END
