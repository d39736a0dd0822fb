-- foreign_control() -> VARCHAR
-- That a control says nothing of the people in a release, in words: they are known to be easier to guess, so that main
-- minus control would be 0 whatever the release gives away.
--
-- reads: nothing
SELECT 'people of the control are guessed better than those in the release: they are of another population'
