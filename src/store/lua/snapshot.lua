#!lua flags=no-writes
-- snapshot: where a session stands, in one moment.
--
-- KEYS  1 meta  2 index
-- Reply rev (0-0 for a session without changes), number of entries
local META, INDEX = KEYS[1], KEYS[2]

return { redis.call('HGET', META, 'rev') or '0-0', redis.call('ZCARD', INDEX) }
