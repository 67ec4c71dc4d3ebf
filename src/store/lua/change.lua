-- change: what every writing script shares; scripts.ts puts it in front of each. A script opens the session by running
-- this text, reads and writes, calls announce() once per change, and ends with save().
--
-- KEYS  1 meta (hash)  2 index (zset requestId -> seq)  3 log (stream)  4 shots (zset id -> seq)
-- ARGV  1 the session's channel  2 prefix of its entry keys  3 prefix of its screenshot keys
--       4 retention in ms  5 changes to keep in the log  (a script's own arguments start at 6)
local META, INDEX, LOG, SHOTS = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local CHANNEL, ENTRY, SHOT = ARGV[1], ARGV[2], ARGV[3]
local RETENTION_MS, LOG_LENGTH = tonumber(ARGV[4]), ARGV[5]

local clock = redis.call('TIME')
local now_ms = clock[1] * 1000 + math.floor(clock[2] / 1000)

local opened = redis.call('HMGET', META, 'rev', 'seq', 'bytes', 'deadline')
local rev = opened[1] or '0-0'
local seq, bytes, deadline_ms = tonumber(opened[2] or 0), tonumber(opened[3] or 0), tonumber(opened[4] or 0)

-- All keys of a session share one deadline. It moves only when a quarter of the retention is used up, because moving it
-- touches every key: that keeps a single write O(log n). A deadline too far off comes from a longer retention before.
local left_ms = deadline_ms - now_ms
local moved = left_ms < RETENTION_MS * 0.75 or left_ms > RETENTION_MS
if moved then deadline_ms = now_ms + RETENTION_MS end

-- Sharded subscribers sit on the node that owns the slot, this one. With none, nothing is built or published.
local watched = redis.call('PUBSUB', 'SHARDNUMSUB', CHANNEL)[2] > 0

-- Appends one change to the log and publishes it as the JSON array [rev, prev, type, requestId, id, detail].
-- The log entry's own id is the rev; prev makes a chain in which a reader sees any gap.
local function announce(type, request_id, id, detail)
  local prev = rev
  rev = redis.call('XADD', LOG, 'MAXLEN', '~', LOG_LENGTH, '*',
    'prev', prev, 'type', type, 'requestId', request_id, 'id', id)
  if watched then
    redis.call('SPUBLISH', CHANNEL, cjson.encode({ rev, prev, type, request_id, id, detail }))
  end
end

-- Takes an entry out, hash and index; returns its id and its size in bytes, or nothing where there is none.
local function take_out(request_id)
  local entry = redis.call('HMGET', ENTRY .. request_id, 'id', 'size')
  redis.call('ZREM', INDEX, request_id)
  redis.call('UNLINK', ENTRY .. request_id)
  local size = tonumber(entry[2] or 0)
  bytes = bytes - size
  return entry[1], size
end

-- Writes what this run changed, and puts the deadline on the keys: on all of them when it moved, else on the new ones.
local function save(new_keys)
  redis.call('HSET', META, 'rev', rev, 'seq', seq, 'bytes', bytes, 'deadline', deadline_ms)
  if not moved then
    for _, key in ipairs(new_keys) do redis.call('PEXPIREAT', key, deadline_ms) end
    return
  end
  for i = 1, 4 do redis.call('PEXPIREAT', KEYS[i], deadline_ms) end
  for _, request_id in ipairs(redis.call('ZRANGE', INDEX, 0, -1)) do
    redis.call('PEXPIREAT', ENTRY .. request_id, deadline_ms)
  end
  for _, id in ipairs(redis.call('ZRANGE', SHOTS, 0, -1)) do redis.call('PEXPIREAT', SHOT .. id, deadline_ms) end
end
