-- drop_needs()
-- Drop the staged needs for counterfeits.
--
-- stages: _setrisk_needs: counterfeits needed
DROP TABLE _setrisk_needs
