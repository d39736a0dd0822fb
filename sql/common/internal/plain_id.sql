-- plain_id(id VARCHAR) -> VARCHAR
-- An id without what differs between exports of the same people: case, blanks around it, and zeros before it.
--
-- reads: nothing
SELECT lower(ltrim(trim(trim($id), chr(9) || chr(10) || chr(13)), '0'))
