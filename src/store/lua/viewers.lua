#!lua flags=no-writes
-- viewers: how many viewers a session has, over all replicas: see live/headcount.ts. A replica of an older version counts as one viewer.
-- It is a script with a key, because in a Cluster the command must reach the node that owns the session.
--
-- KEYS  1 meta
-- Reply the number
local SESSION = string.sub(KEYS[1], 1, -5) -- without the word `meta`

local channels = { SESSION .. 'events' }
for digit = 0, VIEWER_DIGITS - 1 do channels[digit + 2] = SESSION .. 'viewers:' .. digit end
-- name, count, name, count, ...
local counts = redis.call('PUBSUB', 'SHARDNUMSUB', unpack(channels))
local viewers = counts[2]
for digit = 0, VIEWER_DIGITS - 1 do viewers = viewers + counts[2 * digit + 4] * 2 ^ digit end
return viewers
