#!lua
-- screenshot: keeps an uploaded image, lets the oldest go beyond the limits, and announces it.
--
-- KEYS  1-4 as in change
-- ARGV  1-5 as in change  6 most screenshots  7 most bytes of them together  8 random part of the id
--       9 media type  10 the image
-- Reply id, timestamp in ms
local MOST_SHOTS, MOST_BYTES = tonumber(ARGV[6]), tonumber(ARGV[7])
local RANDOM, TYPE, IMAGE = ARGV[8], ARGV[9], ARGV[10]

seq = seq + 1
local id = string.format('%d-%s', seq, RANDOM)
local shot_bytes = tonumber(redis.call('HGET', META, 'shotBytes') or 0) + #IMAGE

local count = redis.call('ZCARD', SHOTS) + 1
while count > MOST_SHOTS or (shot_bytes > MOST_BYTES and count > 1) do
  local oldest = redis.call('ZPOPMIN', SHOTS)[1]
  shot_bytes = shot_bytes - tonumber(redis.call('HGET', SHOT .. oldest, 'size') or 0)
  redis.call('UNLINK', SHOT .. oldest)
  announce('deleted', '', oldest)
  count = count - 1
end

local timestamp = string.format('%d', now_ms)
redis.call('HSET', SHOT .. id, 'id', id, 'type', TYPE, 'size', #IMAGE, 'timestamp', timestamp, 'data', IMAGE)
redis.call('ZADD', SHOTS, seq, id)
redis.call('HSET', META, 'shotBytes', shot_bytes)
announce('screenshot-received', '', id, { TYPE, tostring(#IMAGE), timestamp })
save({ SHOTS, SHOT .. id })
return { id, timestamp }
