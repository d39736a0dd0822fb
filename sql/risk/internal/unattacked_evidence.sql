-- unattacked_evidence(family VARCHAR) -> VARCHAR
-- What is said of each person by a disassociated release, one by rho-uncertainty, or a histogram, as far as nobody has
-- attacked it.
--
-- parameter: family: of the release; NULL comes out for others, which say something of each person without an attack
-- reads: nothing
SELECT CASE $family
    WHEN 'disassociation' THEN 'the chunks are not put together; only attacks show what they reveal'
    WHEN 'uncertainty' THEN 'rules for sensitive items are not counted; only attacks show what they reveal'
    WHEN 'histogram' THEN 'the counts are noisy; only attacks show what they reveal'
END
