#!lua flags=no-writes
-- snapshot: the rev and the number of entries of a session, at the same moment.
--
-- KEYS  1 meta; in a Cluster also 2 index
-- Reply rev, number of entries; 0-0 and 0 for a session without changes
local META = KEYS[1]
local INDEX = string.sub(META, 1, -5) .. 'index' -- without the word `meta`

-- Without meta there is no session: see open.
local rev = redis.call('HGET', META, 'rev')
return { rev or '0-0', rev and redis.call('ZCARD', INDEX) or 0 }
