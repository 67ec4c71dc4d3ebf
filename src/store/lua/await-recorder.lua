#!lua
-- await-recorder: reads the note that says which browser was the last to load the recorder of a session. A load is noted only while
-- somebody asks: see note-recorder. The note is not a change of the session.
--
-- KEYS  1 the key of this note, which does not share the deadline of the session's other keys
-- ARGV  1 for how many ms after this call a load is noted
-- Reply the note; empty if there is none yet
local by = redis.call('HGET', KEYS[1], 'by')
if by and by ~= '' then return by end
redis.call('HSET', KEYS[1], 'by', '')
redis.call('PEXPIRE', KEYS[1], ARGV[1])
return ''
