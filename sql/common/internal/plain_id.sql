-- plain_id(id VARCHAR) -> VARCHAR
-- An id without what differs between exports of the same people: case, blanks around it and their kind within it, zeros
-- before it, the decimal point of a whole number, and how accents are encoded. Made plain again it stays as it is.
--
-- reads: nothing
-- duckdb only: nfc_normalize, regexp_replace with options
SELECT lower(
    upper(
        regexp_replace(
            regexp_replace(
                regexp_replace(
                    nfc_normalize($id),
                    '^[\s\p{Z}\p{Cf}\x00-\x1f\x7f\x{85}0]+|[\s\p{Z}\p{Cf}\x00-\x1f\x7f\x{85}]+$',
                    '',
                    'g'
                ),
                '[\s\p{Z}\p{Cf}]+',
                ' ',
                'g'
            ),
            '^(-?[0-9]*)\.0+$',
            '\1'
        )
    )
)
