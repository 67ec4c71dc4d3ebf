-- open: the beginning of each script that changes a session: key names, current state, and announce(). After its last announce(), the
-- script includes save.
-- All names are derived from the first key, and settings are constants in the text of the script: each additional argument would cost a
-- third of what a small command costs, and push runs more often than any other script.
--
-- The fields of meta, a hash. Without `rev`, there is no session; then only `rules` may be there.
--   rev: of the newest change;  seq: the sequence number of the newest entry;  bytes: of all entries;  shotBytes: of all screenshots
--   deadline: when the keys of the session expire, in ms
--   rules: the version of the rules, and until when viewers are expected to edit them: see include/rules
--   evicted, evictedBytes: the entries that were evicted since the last clear, and their bytes
--   due: there is work for sweep;  cleared, swept, moved, spared: the state of that work, see sweep
--   heard: set once the session has had messages;  large: it has had an entry of LARGE_ENTRY_BYTES or more
--   told: when messages were announced last;  untold: the ids of entries whose messages are not announced yet: see include/announcements
--
-- KEYS  1 meta; all names of the session share its prefix. In a Cluster also 2 index  3 log  4 shots  5 rules
local call = redis.call
local META = KEYS[1]
local SESSION = string.sub(META, 1, -5) -- without the word `meta`
local INDEX, LOG, CHANNEL = SESSION .. 'index', SESSION .. 'log', SESSION .. 'events'
local ENTRY, MESSAGES, SHOTS, SHOT = SESSION .. 'entry:', SESSION .. 'messages:', SESSION .. 'shots', SESSION .. 'shot:'
local RULES = SESSION .. 'rules'

-- `due`: an earlier run left work for sweep. `rules`: see include/rules; the responses to the writes of recorders contain it.
local opened = call('HMGET', META, 'rev', 'seq', 'bytes', 'deadline', 'due', 'rules')
local rev, due, rules = opened[1] or '0-0', opened[5], opened[6]
local seq, bytes, deadline_ms = tonumber(opened[2] or 0), tonumber(opened[3] or 0), tonumber(opened[4] or 0)

-- Without a rev there is no session. Other keys may have survived, if moving their deadline was interrupted: they are deleted, so that the
-- next session does not get them.
if not opened[1] then call('UNLINK', INDEX, LOG, SHOTS, RULES) end

-- Sharded subscribers are connected to the node that owns the slot, this one. Without subscribers, nothing is built or published.
local watched = call('PUBSUB', 'SHARDNUMSUB', CHANNEL)[2] > 0
local changes = {}

-- Appends one change to the log, and keeps it until save publishes it. The id of the log record is the rev; `prev` links the
-- changes to a chain, so that a reader notices every gap.
local function announce(type, request_id, id)
  local prev = rev
  rev = call('XADD', LOG, 'MAXLEN', '~', LOG_LENGTH, '*', 'prev', prev, 'type', type, 'requestId', request_id, 'id', id)
  if watched then changes[#changes + 1] = { rev, prev, type, request_id, id } end
end

