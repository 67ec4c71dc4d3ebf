#!lua flags=no-writes
-- read-rules: the rules of a session, without their large bodies; or only what recorders get: the version, and whether viewers edit rules.
--
-- KEYS  1 meta; in a Cluster also 2 rules
-- ARGV  1 the version that the caller knows: the list is read only if the rules have another version. Missing: the list is not read
-- Reply seconds and microseconds of the clock of Redis; the field `rules` of meta (see include/rules); if the list is read, also the
--       fields `off` and `rules` of the hash `rules`
local META, KNOWN = KEYS[1], ARGV[1]
local SESSION = string.sub(META, 1, -5) -- without the word `meta`
local time, noted = redis.call('TIME'), redis.call('HGET', META, 'rules')
local reply = { time[1], time[2], noted }
if not KNOWN or KNOWN == (noted and string.match(noted, '^%S+') or '0') then return reply end
for i, value in ipairs(redis.call('HMGET', SESSION .. 'rules', 'off', 'rules')) do reply[3 + i] = value end
return reply
