-- basket_items(text VARCHAR, separator VARCHAR) -> VARCHAR[]
-- The items of a line of text, split at a separator, without the white space around them and without empty ones. Items
-- may be quoted as in CSV: `"a,b"` is the item `a,b`, and a quote inside is written twice; a quote that does not begin
-- an item is an ordinary character (`5" nail`). NULL if an item begins with a quote that does not close at its end.
--
-- parameter: text: a line
-- parameter: separator: '' for any white space; if it contains a quote, quotes are ordinary characters
-- reads: nothing
-- duckdb only: regexp_escape, regexp_full_match
SELECT CASE
    WHEN NOT contains($text, '"') OR contains($separator, '"') THEN list_filter(
        list_transform(
            CASE
                WHEN $separator = '' THEN string_split_regex(trim($text), '\s+')
                ELSE string_split($text, $separator)
            END,
            lambda name: trim(name)
        ),
        lambda name: name <> ''
    )
    WHEN len(list_filter(
        regexp_extract_all(
            $text,
            '(?s)( *"(?:[^"]|"")*" *|.*?)(?:'
            || CASE WHEN $separator = '' THEN '\s+' ELSE regexp_escape($separator) END || '|$)',
            1
        ),
        lambda part: starts_with(trim(part), '"') AND NOT regexp_full_match(trim(part), '(?s)"(?:[^"]|"")*"')
    )) = 0 THEN list_filter(
        list_transform(
            regexp_extract_all(
                $text,
                '(?s)( *"(?:[^"]|"")*" *|.*?)(?:'
                || CASE WHEN $separator = '' THEN '\s+' ELSE regexp_escape($separator) END || '|$)',
                1
            ),
            lambda part: CASE
                WHEN starts_with(trim(part), '"') THEN replace(trim(part)[2:-2], '""', '"')
                ELSE trim(part)
            END
        ),
        lambda name: name <> ''
    )
END
