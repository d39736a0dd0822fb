-- hides_nobody(epsilon DOUBLE) -> BOOLEAN
-- Whether noise of an epsilon hides nobody. With one above 5, someone who gave a person an even chance of being in the
-- data may be more than 99 % sure of it afterwards. NULL without an epsilon.
--
-- reads: nothing
SELECT $epsilon > 5
