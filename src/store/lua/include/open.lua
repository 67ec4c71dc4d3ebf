-- open: how every script that writes to a session begins: its names, where it stands, and announce(). It ends with save.
-- All names are made of the one key, and settings stand in the text as constants: every argument more costs as much as a
-- third of a small command, and a push is the busiest thing here.
--
-- KEYS  1 meta; all names of the session begin like it. In a Cluster also 2 index  3 log  4 shots
local call = redis.call
local META = KEYS[1]
local SESSION = string.sub(META, 1, -5) -- without the word `meta`
local INDEX, LOG, CHANNEL = SESSION .. 'index', SESSION .. 'log', SESSION .. 'events'
local ENTRY, SHOTS, SHOT = SESSION .. 'entry:', SESSION .. 'shots', SESSION .. 'shot:'

-- `due`: an earlier run left something over, which sweep does.
local opened = call('HMGET', META, 'rev', 'seq', 'bytes', 'deadline', 'due')
local rev, due = opened[1] or '0-0', opened[5]
local seq, bytes, deadline_ms = tonumber(opened[2] or 0), tonumber(opened[3] or 0), tonumber(opened[4] or 0)

-- No meta, no session: what outlived it, where a deadline was not moved to its end, is not taken over by the next one.
if not opened[1] then call('UNLINK', INDEX, LOG, SHOTS) end

-- Sharded subscribers sit on the node that owns the slot, this one. With none, nothing is built or published.
local watched = call('PUBSUB', 'SHARDNUMSUB', CHANNEL)[2] > 0
local changes = {}

-- Appends one change to the log, and keeps it for save to publish. The log entry's own id is the rev; prev makes a chain in
-- which a reader sees any gap.
local function announce(type, request_id, id)
  local prev = rev
  rev = call('XADD', LOG, 'MAXLEN', '~', LOG_LENGTH, '*', 'prev', prev, 'type', type, 'requestId', request_id, 'id', id)
  if watched then changes[#changes + 1] = { rev, prev, type, request_id, id } end
end

