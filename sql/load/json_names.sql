-- json_names(members) -> VARCHAR[]
-- The members of a JSON list as item names. Numbers and truth values are names as they stand; NULL stays NULL.
-- members JSON[]; an error where a member is a list or an object
-- internal
-- duckdb only: json_type, json_extract_string, error
SELECT list_transform(
    $members,
    lambda member: CASE
        WHEN json_type(member) IN ('ARRAY', 'OBJECT') THEN error('a list of items holds ' || member || ', which is no name')
        ELSE json_extract_string(member, '$')
    END
)
