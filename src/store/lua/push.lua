#!lua
-- push: creates an entry or updates the one with the same requestId, makes room by evicting the oldest, and announces it all.
-- Without the allow-oom flag a full Redis refuses this script before its first effect: nothing is ever half-written.
--
-- KEYS  1-4 as in change  5 the entry (hash)
-- ARGV  1-5 as in change  6 most entries  7 most bytes  8 largest entry to inline in its announcement, in bytes
--       9 random part of a new id  10 requestId  11 pending|complete  12... field, value, field, value, ...
-- Reply the entry's id, new or existing; created|updated|ignored; how many entries made room for it, and their bytes
local ENTRY_KEY = KEYS[5]
local MOST_ENTRIES, MOST_BYTES, INLINE_BYTES = tonumber(ARGV[6]), tonumber(ARGV[7]), tonumber(ARGV[8])
local RANDOM, REQUEST_ID, STATE, FIRST_FIELD = ARGV[9], ARGV[10], ARGV[11], 12
local FIELDS = { 'id', 'requestId', 'api', 'method', 'requestHeader', 'responseHeader', 'request', 'response',
  'timeConsuming', 'pageParams', 'storage', 'timestamp' } -- the order codec.ts reads

local known = redis.call('HMGET', ENTRY_KEY, 'id', 'state', 'size')
local id = known[1]

-- A pending push that arrives after its complete one says nothing new.
if known[2] == 'complete' and STATE == 'pending' then return { id, 'ignored', 0, 0 } end

-- The size of an entry is the exact sum of its fields' values, so what a given value replaces is subtracted.
local function growth()
  local sum = 0
  for i = FIRST_FIELD, #ARGV, 2 do
    sum = sum + #ARGV[i + 1]
    if id then sum = sum - redis.call('HSTRLEN', ENTRY_KEY, ARGV[i]) end
  end
  return sum
end

local evicted, evicted_bytes = 0, 0

-- Evicts the oldest entries, this one excepted, until the coming growth fits.
local function make_room(more_entries, more_bytes)
  local count = redis.call('ZCARD', INDEX)
  while count + more_entries > MOST_ENTRIES or bytes + more_bytes > MOST_BYTES do
    local oldest = redis.call('ZRANGE', INDEX, 0, 1)
    local victim = oldest[1]
    if victim == REQUEST_ID then victim = oldest[2] end
    if not victim then break end
    local victim_id, size = take_out(victim)
    if victim_id then announce('deleted', victim, victim_id) end
    count, evicted, evicted_bytes = count - 1, evicted + 1, evicted_bytes + size
  end
  if evicted > 0 then
    redis.call('HINCRBY', META, 'evicted', evicted)
    redis.call('HINCRBY', META, 'evictedBytes', evicted_bytes)
  end
  return count
end

local grown, size, new_keys = growth(), nil, {}
if id then
  if bytes + grown > MOST_BYTES then make_room(0, grown) end
  size = tonumber(known[3]) + grown
  redis.call('HSET', ENTRY_KEY, 'state', STATE, 'size', size, unpack(ARGV, FIRST_FIELD))
else
  seq = seq + 1
  -- The random part keeps an id unique even where a lossy failover hands out a sequence number twice.
  id = string.format('%d-%s', seq, RANDOM)
  local timestamp = string.format('%d', now_ms)
  grown = grown + #id + #REQUEST_ID + #timestamp
  size = grown
  new_keys[1] = ENTRY_KEY
  if make_room(1, grown) == 0 then new_keys[2] = INDEX end
  redis.call('HSET', ENTRY_KEY, 'id', id, 'requestId', REQUEST_ID, 'timestamp', timestamp, 'state', STATE, 'size', size,
    unpack(ARGV, FIRST_FIELD))
  redis.call('ZADD', INDEX, seq, REQUEST_ID)
end
bytes = bytes + grown

-- A large entry is announced by reference, and read by the replicas that have viewers: cheaper than encoding it here.
local inline = watched and size <= INLINE_BYTES and redis.call('HMGET', ENTRY_KEY, unpack(FIELDS)) or nil
announce(known[1] and 'entry-updated' or 'entry-received', REQUEST_ID, id, inline)
save(new_keys)
return { id, known[1] and 'updated' or 'created', evicted, evicted_bytes }
