#!lua flags=no-writes
-- online: whether any replica is subscribed to the session's channel. A replica is subscribed while it has viewers of the session.
-- It is a script with a key, because in a Cluster the command must reach the node that owns the session.
--
-- KEYS  1 meta
-- Reply 1 or 0
local CHANNEL = string.sub(KEYS[1], 1, -5) .. 'events' -- without the word `meta`

return redis.call('PUBSUB', 'SHARDNUMSUB', CHANNEL)[2] > 0 and 1 or 0
