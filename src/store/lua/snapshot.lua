#!lua flags=no-writes
-- snapshot: the rev and the number of entries of a session, and the version of its rules, read in one step.
--
-- KEYS  1 meta; in a Cluster also 2 index
-- Reply rev; number of entries; the field `rules` of meta (see include/rules). For a session without a rev: 0-0, 0, nothing
local META = KEYS[1]
local INDEX = string.sub(META, 1, -5) .. 'index' -- without the word `meta`

-- Without a rev there is no session: see open.
local found = redis.call('HMGET', META, 'rev', 'rules')
local rev = found[1]
return { rev or '0-0', rev and redis.call('ZCARD', INDEX) or 0, rev and found[2] }
