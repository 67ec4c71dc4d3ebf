#!lua flags=allow-oom
-- delete: takes out the one entry with this id. Allowed in a full Redis: it is how room is made.
--
-- KEYS  1 meta; in a Cluster also 2 index  3 log  4 shots
-- ARGV  1 the entry's id, <seq>-<random>
-- Reply 1, or 0 where there is no such entry; whether something is left for sweep ('1', or nothing)
-- include open
local ID = ARGV[1]

local place = string.match(ID, '^(%d+)%-%x+$')
local request_id = place and call('ZRANGE', INDEX, place, place, 'BYSCORE')[1]
local entry = request_id and call('HMGET', ENTRY .. request_id, 'id', 'size')
-- The number alone does not prove that it is the same entry: see push on the random part.
if not entry or entry[1] ~= ID then return { 0, due } end

call('ZREM', INDEX, request_id)
call('UNLINK', ENTRY .. request_id)
bytes = bytes - entry[2]
announce('deleted', request_id, ID)
-- include save
return { 1, due }
