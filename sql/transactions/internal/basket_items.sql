-- basket_items(text, separator) -> VARCHAR[]
-- The items of a line, split at `separator` ('' is any white space), without blanks around them and without empty ones.
-- An item that begins with a quote ends with the next one, and may hold the separator: `"a,b"` is `a,b`; a quote inside
-- is written twice. A quote anywhere else is a character of its item (`5" nail`). NULL where an item begins with a
-- quote that is not closed, or goes on after the closing one. text VARCHAR; separator VARCHAR: with a quote in it, no
-- item is quoted
--
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
            '(?s)( *"(?:[^"]|"")*" *|.*?)(?:' || CASE WHEN $separator = '' THEN '\s+' ELSE regexp_escape($separator) END || '|$)',
            1
        ),
        lambda part: starts_with(trim(part), '"') AND NOT regexp_full_match(trim(part), '(?s)"(?:[^"]|"")*"')
    )) = 0 THEN list_filter(
        list_transform(
            regexp_extract_all(
                $text,
                '(?s)( *"(?:[^"]|"")*" *|.*?)(?:' || CASE WHEN $separator = '' THEN '\s+' ELSE regexp_escape($separator) END || '|$)',
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
