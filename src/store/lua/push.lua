#!lua
-- push: creates an entry or updates the one with the same requestId, makes room by evicting the oldest, and announces it all.
-- Without the allow-oom flag a full Redis refuses this script before its first effect: nothing is ever half-written.
-- It is written in one line from top to bottom, rare parts included where they are needed: a closure that is made and not used costs
-- as much as half a command.
-- It is loaded twice: with the constant STAGED true, the values that are too large to come as arguments lie in a hash of their own.
--
-- KEYS  1 meta; in a Cluster also 2 index  3 log  4 shots  5 the entry  6 the staged hash
-- ARGV  1 requestId  2 pending|complete  3 random part of a new id, and the staged hash's name
--       4 milliseconds since the request started; below zero: minus the time when it started  5... field, value, field, value, ...
-- Reply the entry's id, new or existing; created|updated|ignored; how many entries made room for it, and their bytes;
--       whether something is left for sweep ('1', or nothing)
-- include open
local REQUEST_ID, STATE, RANDOM, AGE_MS, FIRST_FIELD = ARGV[1], ARGV[2], ARGV[3], ARGV[4], 5
local ENTRY_KEY = ENTRY .. REQUEST_ID
-- Times have 13 digits until the year 2286; that a request started before 2001 is said by a wrong clock.
local TIMES_BYTES, EARLIEST_MS = 2 * 13, 1000000000000

-- The index says whether there is such an entry. One command asks, and puts a new one in.
local next_seq = string.format('%d', seq + 1)
local created = call('ZADD', INDEX, 'NX', next_seq, REQUEST_ID) == 1

local grown, size, id = 0, nil, nil
for i = FIRST_FIELD + 1, #ARGV, 2 do grown = grown + #ARGV[i] end
-- include staged
if not created then
  local known = call('HMGET', ENTRY_KEY, 'id', 'state', 'size')
  -- A pending push that arrives after its complete one says nothing new.
  if known[2] == 'complete' and STATE == 'pending' then
    if STAGED then call('UNLINK', STAGED_KEY) end
    return { known[1], 'ignored', 0, 0, due }
  end
  if known[1] then
    id = known[1]
    -- The size of an entry is the exact sum of its fields' values, so what a given value replaces is subtracted.
    for i = FIRST_FIELD, #ARGV, 2 do grown = grown - call('HSTRLEN', ENTRY_KEY, ARGV[i]) end
    if STAGED then grown = grown - bytes_in(ENTRY_KEY, staged_fields) end
    size = string.format('%d', known[3] + grown)
  else
    -- Its hash was removed by hand.
    call('ZADD', INDEX, next_seq, REQUEST_ID)
    created = true
  end
end
if created then
  seq = seq + 1
  -- The random part keeps an id unique even where a lossy failover hands out a sequence number twice.
  id = next_seq .. '-' .. RANDOM
  grown = grown + #id + #REQUEST_ID + TIMES_BYTES
  size = string.format('%d', grown)
end
bytes = bytes + grown

local evicted, evicted_bytes = 0, 0
local count = created and call('ZCARD', INDEX) or 0
if count > MAX_ENTRIES or bytes > MAX_BYTES then
  local spared = REQUEST_ID
  -- include evict
end

announce(created and 'entry-received' or 'entry-updated', REQUEST_ID, id)
if STAGED then adopt(created) end
if created then
  local timestamp = string.match(rev, '%d+')
  local age_ms = tonumber(AGE_MS)
  local start_time = string.format('%d', math.max(age_ms < 0 and -age_ms or timestamp - age_ms, EARLIEST_MS))
  local function write()
    return call('HSET', ENTRY_KEY, 'id', id, 'requestId', REQUEST_ID, 'timestamp', timestamp, 'startTime', start_time,
      'state', STATE, 'size', size, unpack(ARGV, FIRST_FIELD))
  end
  -- Where fewer fields are new than were written, there was a hash that is in no index: cleared and not swept yet. It starts anew.
  if write() < 6 + (#ARGV - FIRST_FIELD + 1) / 2 then
    call('UNLINK', ENTRY_KEY)
    write()
  end
else
  call('HSET', ENTRY_KEY, 'state', STATE, 'size', size, unpack(ARGV, FIRST_FIELD))
end

-- A large entry is announced by reference, and read by the replicas that have viewers: cheaper than encoding it here.
size = tonumber(size)
if watched and size <= INLINE_BYTES then changes[#changes][6] = call('HMGET', ENTRY_KEY, FIELDS()) end
-- From now on the session's readers look at the size of each entry before they read it.
if size >= LARGE_ENTRY_BYTES then call('HSET', META, 'large', 1) end

-- include save
if created or STAGED then
  local deadline = string.format('%d', deadline_ms)
  call('PEXPIREAT', ENTRY_KEY, deadline)
  if count == 1 then call('PEXPIREAT', INDEX, deadline) end
end
return { id, created and 'created' or 'updated', evicted, evicted_bytes, due }
