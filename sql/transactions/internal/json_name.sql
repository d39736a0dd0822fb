-- json_name(member) -> VARCHAR
-- A JSON value as text: a string without its quotes, a truth value, a number in its shortest form; NULL for null. An
-- error for a list or an object, which is not a name. member JSON
--
-- reads: nothing
-- duckdb only: json_type, json_extract_string, error
SELECT CASE
    WHEN json_type($member) IN ('ARRAY', 'OBJECT') THEN error(left($member, 40) || ' is not a name: text, a number or a truth value is')
    ELSE json_extract_string($member, '$')
END
