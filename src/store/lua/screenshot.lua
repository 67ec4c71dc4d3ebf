#!lua
-- screenshot: stores an uploaded image, evicts the oldest images beyond the limits, and announces all these changes.
--
-- KEYS  1 meta; in a Cluster also 2 index  3 log  4 shots  5 rules  6 the staged hash, whose field `data` is the image
-- ARGV  1 random part of the id, which is also the end of the staged hash's name  2 media type  3 size of the image in bytes
-- Reply id, timestamp in ms; whether work is left for sweep ('1', or nothing); if meta has the field `rules`, this field, and the new rev
-- include open
local RANDOM, TYPE, SIZE = ARGV[1], ARGV[2], ARGV[3]

seq = seq + 1
local id = string.format('%d-%s', seq, RANDOM)
local shot_bytes = tonumber(call('HGET', META, 'shotBytes') or 0) + SIZE

local count = call('ZCARD', SHOTS) + 1
while count > MAX_SHOTS or (shot_bytes > MAX_BYTES and count > 1) do
  local oldest = call('ZPOPMIN', SHOTS)[1]
  shot_bytes = shot_bytes - tonumber(call('HGET', SHOT .. oldest, 'size') or 0)
  call('UNLINK', SHOT .. oldest)
  announce('deleted', '', oldest)
  count = count - 1
end

announce('screenshot-received', '', id)
local timestamp = string.match(rev, '%d+')
if watched then changes[#changes][6] = { TYPE, SIZE, timestamp } end
call('RENAME', SESSION .. 'staged:' .. RANDOM, SHOT .. id)
call('HSET', SHOT .. id, 'id', id, 'type', TYPE, 'size', SIZE, 'timestamp', timestamp)
call('ZADD', SHOTS, seq, id)
call('HSET', META, 'shotBytes', string.format('%d', shot_bytes))
-- include save
local deadline = string.format('%d', deadline_ms)
call('PEXPIREAT', SHOTS, deadline)
call('PEXPIREAT', SHOT .. id, deadline)
return { id, timestamp, due, rules, rules and rev }
