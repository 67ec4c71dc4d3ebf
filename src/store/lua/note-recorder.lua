#!lua
-- note-recorder: notes which browser has loaded the recorder of a session, if a viewer waits for it; otherwise, nothing is stored.
--
-- KEYS  1 the key for this note
-- ARGV  1 the note  2 for how many ms it is kept
-- Reply nothing
if redis.call('EXISTS', KEYS[1]) == 0 then return end
redis.call('HSET', KEYS[1], 'by', ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
