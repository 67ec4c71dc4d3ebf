#!lua
-- push: creates an entry, or updates the entry with the same requestId; makes room by evicting the oldest entries; and announces all these
-- changes. It does not have the flag allow-oom, so a full Redis refuses it before its first effect: nothing is ever half-written.
-- The code runs straight from top to bottom, with the rare parts inline: creating a closure costs half as much as a command of Redis, even
-- if it is never called.
-- It is loaded twice. If the constant STAGED is true, the values that are too large for arguments are in a hash of their own.
--
-- KEYS  1 meta; in a Cluster also 2 index  3 log  4 shots  5 rules  6 the entry  7 the staged hash
-- ARGV  1 requestId  2 pending|complete  3 random part of a new id, which is also the end of the staged hash's name
--       4 how many ms ago the request started; a negative number -t instead: it started at the time t, in ms since the epoch
--       5... field, value, field, value, ...
-- Reply the entry's id, new or existing; created|updated|ignored; how many entries were evicted for it, and their bytes;
--       whether work is left for sweep ('1', or nothing); if meta has the field `rules`, this field, and the new rev (or the time in ms, if
--       the push was ignored)
-- include open
local REQUEST_ID, STATE, RANDOM, AGE_OR_START, FIRST_FIELD = ARGV[1], ARGV[2], ARGV[3], ARGV[4], 5
local ENTRY_KEY = ENTRY .. REQUEST_ID
-- Times have 13 digits from 2001 until 2286; a start before 2001 comes from a wrong clock.
local TIMES_BYTES, EARLIEST_MS = 2 * 13, 1000000000000

-- The index knows whether the entry exists. One command checks that, and adds the entry if it is new.
local next_seq = string.format('%d', seq + 1)
local created = call('ZADD', INDEX, 'NX', next_seq, REQUEST_ID) == 1

local grown, size, id = 0, nil, nil
for i = FIRST_FIELD + 1, #ARGV, 2 do grown = grown + #ARGV[i] end
-- include staged
if not created then
  local known = call('HMGET', ENTRY_KEY, 'id', 'state', 'size')
  -- A pending push that arrives after the complete one changes nothing.
  if known[2] == 'complete' and STATE == 'pending' then
    if STAGED then call('UNLINK', STAGED_KEY) end
    -- Nothing changed, so the rev has an old time.
    local time = rules and call('TIME')
    return { known[1], 'ignored', 0, 0, due, rules, rules and time[1] * 1000 + math.floor(time[2] / 1000) }
  end
  if known[1] then
    id = known[1]
    -- The size of an entry is the exact sum of the lengths of its values, so the length of each replaced value is subtracted.
    for i = FIRST_FIELD, #ARGV, 2 do grown = grown - call('HSTRLEN', ENTRY_KEY, ARGV[i]) end
    if STAGED then grown = grown - bytes_in(ENTRY_KEY, staged_fields) end
    size = string.format('%d', known[3] + grown)
  else
    -- Somebody deleted its hash by hand: the entry is created again.
    call('ZADD', INDEX, next_seq, REQUEST_ID)
    created = true
  end
end
if created then
  seq = seq + 1
  -- The random part keeps an id unique even if a failover loses writes, and a sequence number is assigned twice.
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
  local age_or_start = tonumber(AGE_OR_START)
  local start_time = string.format('%d', math.max(age_or_start < 0 and -age_or_start or timestamp - age_or_start, EARLIEST_MS))
  local function write()
    return call('HSET', ENTRY_KEY, 'id', id, 'requestId', REQUEST_ID, 'timestamp', timestamp, 'startTime', start_time,
      'state', STATE, 'size', size, unpack(ARGV, FIRST_FIELD))
  end
  -- HSET added fewer fields than it wrote: there was an old hash, cleared and not yet swept. It is deleted, and written again.
  if write() < 6 + (#ARGV - FIRST_FIELD + 1) / 2 then
    call('UNLINK', ENTRY_KEY)
    write()
  end
else
  call('HSET', ENTRY_KEY, 'state', STATE, 'size', size, unpack(ARGV, FIRST_FIELD))
end

-- A large entry is announced without its fields. The replicas that have viewers read them: that is cheaper than encoding them here.
size = tonumber(size)
if watched and size <= INLINE_BYTES then changes[#changes][6] = call('HMGET', ENTRY_KEY, FIELDS()) end
-- From now on, readers of this session check the size of each entry before they read it.
if size >= LARGE_ENTRY_BYTES then call('HSET', META, 'large', 1) end

-- include save
if created or STAGED then
  local deadline = string.format('%d', deadline_ms)
  call('PEXPIREAT', ENTRY_KEY, deadline)
  if count == 1 then call('PEXPIREAT', INDEX, deadline) end
end
return { id, created and 'created' or 'updated', evicted, evicted_bytes, due, rules, rules and rev }
