#!lua
-- note-editing: notes that a viewer has the rules open. For a while, the responses to recorders say so, and recorders then learn of new
-- rules faster: see include/rules. The note is not a change of the session, and does not move its deadline.
--
-- KEYS  1 meta; in a Cluster also 2 index  3 log  4 shots  5 rules
-- ARGV  1 for how many ms viewers are expected to edit rules
-- Reply nothing
local META, EDITING_MS = KEYS[1], ARGV[1]
local known = redis.call('HMGET', META, 'rev', 'rules')
local version = known[2] and string.match(known[2], '^%S+') or '0'
local time = redis.call('TIME')
redis.call('HSET', META, 'rules', string.format('%s %d', version, time[1] * 1000 + math.floor(time[2] / 1000) + EDITING_MS))
-- Without a rev there is no session yet: the first write begins it, and keeps this field.
if not known[1] then redis.call('PEXPIRE', META, EDITING_MS) end
