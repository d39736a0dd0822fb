-- unattacked_evidence(family VARCHAR) -> VARCHAR
-- What is said of each person by a disassociated release, or a histogram, that nobody has attacked.
--
-- parameter: family: another one has beliefs or candidates of its own without an attack
-- reads: nothing
SELECT CASE $family
    WHEN 'disassociation' THEN 'the attack recovers no itemset of this person that the release hides'
    WHEN 'histogram' THEN 'the counts are noisy; only attacks show what they reveal'
END
