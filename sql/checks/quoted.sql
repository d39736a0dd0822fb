-- quoted(item VARCHAR) -> VARCHAR
-- An item name as it is written in a list of names: in quotes if it contains a comma or a brace, so that it does not
-- look like two names.
--
-- reads: nothing
SELECT CASE WHEN regexp_matches($item, '[,{}]') THEN '"' || $item || '"' ELSE $item END
