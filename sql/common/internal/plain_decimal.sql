-- plain_decimal(number DECIMAL) -> VARCHAR
-- A decimal number with all its digits, but without zeros at its end, of which one is left behind the point. Of a small
-- or a large DOUBLE, DuckDB and Spark write an exponent, and not the same one.
--
-- reads: nothing
SELECT CASE
    WHEN rtrim(CAST($number AS VARCHAR), '0') LIKE '%.' THEN rtrim(CAST($number AS VARCHAR), '0') || '0'
    ELSE rtrim(CAST($number AS VARCHAR), '0')
END
