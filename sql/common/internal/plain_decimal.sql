-- plain_decimal(number DECIMAL) -> VARCHAR
-- A decimal number without zeros at its end, but for one behind the point, and with all its digits: of a DOUBLE engines
-- write an exponent, each another one.
--
-- reads: nothing
SELECT CASE
    WHEN rtrim(CAST($number AS VARCHAR), '0') LIKE '%.' THEN rtrim(CAST($number AS VARCHAR), '0') || '0'
    ELSE rtrim(CAST($number AS VARCHAR), '0')
END
