#!lua flags=allow-oom
-- rate: counts requests of one address within a window that begins with the first of them.
-- It may run in a full Redis: requests that delete or clear entries must pass, because they make room.
--
-- KEYS  1 the address's counter
-- ARGV  1 requests to add  2 length of the window in ms
-- Reply {requests in this window, ms until it ends}
local COUNTER, REQUESTS, WINDOW_MS = KEYS[1], ARGV[1], tonumber(ARGV[2])

local total = redis.call('INCRBY', COUNTER, REQUESTS)
local left_ms = redis.call('PTTL', COUNTER)
if left_ms < 0 then
  redis.call('PEXPIRE', COUNTER, WINDOW_MS)
  left_ms = WINDOW_MS
end
return { total, left_ms }
