-- quoted(item) -> VARCHAR
-- A name as it stands in a list of names: in quotes where it holds a comma or a brace, which would part it in two.
--
-- reads: nothing
SELECT CASE WHEN regexp_matches($item, '[,{}]') THEN '"' || $item || '"' ELSE $item END
