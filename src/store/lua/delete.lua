#!lua flags=allow-oom
-- delete: takes out the one entry with this id. Allowed in a full Redis: it is how room is made.
--
-- KEYS  1-4 as in change
-- ARGV  1-5 as in change  6 the entry's id, <seq>-<random>
-- Reply 1, or 0 where there is no such entry
local ID = ARGV[6]

local seq = string.match(ID, '^(%d+)%-%x+$')
local request_id = seq and redis.call('ZRANGE', INDEX, seq, seq, 'BYSCORE')[1]
-- The number alone does not prove it is the same entry: see push on the random part.
if not request_id or redis.call('HGET', ENTRY .. request_id, 'id') ~= ID then return 0 end

take_out(request_id)
announce('deleted', request_id, ID)
save({})
return 1
