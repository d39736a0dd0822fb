-- plain_id(id VARCHAR) -> VARCHAR
-- An id without what differs between exports of the same people: case, blanks of any kind around it, zeros before it,
-- and the decimal point of a whole number. Made plain again it stays as it is.
--
-- reads: nothing
-- duckdb only: regexp_replace with options
SELECT lower(
    upper(
        regexp_replace(
            regexp_replace(
                $id, '^[\s\p{Z}\p{Cf}\x00-\x1f0]+|[\s\p{Z}\p{Cf}\x00-\x1f]+$', '', 'g'
            ),
            '^([0-9]+)\.0+$', '\1'
        )
    )
)
