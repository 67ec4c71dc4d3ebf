#!lua
-- messages: stores messages of the entry with this requestId. To make room for them, the oldest messages of the entry are dropped, then the
-- oldest entries of the session are evicted. The messages are in a Redis stream; the entry's field `messages` has the figures of that
-- stream (message-codec.ts), and the entry's size includes the messages.
--
-- KEYS  1 meta; in a Cluster also 2 index  3 log  4 shots  5 rules  6 the entry  7 its messages
-- ARGV  1 requestId  2... n, message, n, message, ...: each n is larger than the n before, and all messages together are within the limits
-- Reply the entry's id, or nothing if there is no such entry; how many messages were stored; how many older ones were dropped to make
--       room; how many entries were evicted, and their bytes; whether work is left for sweep ('1', or nothing); in how many ms
--       `announce-messages` must run, 0 if it need not; the field `rules` of meta, or nothing; only if there are rules, one more value,
--       from which the caller reads the time: the session's rev if messages were stored (it begins with a time that is at most ANNOUNCE_MS
--       old), else the time in ms
-- include open
local REQUEST_ID = ARGV[1]
local ENTRY_KEY, MESSAGES_KEY = ENTRY .. REQUEST_ID, MESSAGES .. REQUEST_ID
local entry = call('ZMSCORE', INDEX, REQUEST_ID)[1] and call('HMGET', ENTRY_KEY, 'id', 'size', 'messages')
if not entry or not entry[1] then return { false, 0, 0, 0, 0, due, 0 } end

local ID, before = entry[1], entry[3] or ''
local figures = { string.match(before, '^(%d+) (%d+) (%d+) (%d+)$') }
for i = 1, 4 do figures[i] = tonumber(figures[i] or 0) end
local first, last, count, message_bytes = unpack(figures)

-- Messages that the entry has already are ignored, so that a push may be repeated.
local from = 2
while from < #ARGV and tonumber(ARGV[from]) <= last do from = from + 2 end
local stored = (#ARGV - from + 1) / 2
if stored == 0 then
  local time = rules and call('TIME')
  return { ID, 0, 0, 0, 0, due, 0, rules, rules and time[1] * 1000 + math.floor(time[2] / 1000) }
end

local size_before = message_bytes + #before
-- A stream without figures is of an earlier entry: cleared and not swept yet, or removed by a replica that does not know messages.
-- Figures without a stream: such a replica moved the deadline of the entry alone.
if before == '' then call('UNLINK', MESSAGES_KEY) end
if before == '' or call('EXISTS', MESSAGES_KEY) == 0 then count, message_bytes = 0, 0 end
local is_new = count == 0

count, last = count + stored, ARGV[#ARGV - 1]
for i = from + 1, #ARGV, 2 do message_bytes = message_bytes + #ARGV[i] end
if is_new then first = ARGV[from] end

local dropped = 0
local function over() return count > stored and (count > MAX_MESSAGES or message_bytes > MAX_TOTAL_MESSAGE_BYTES) end
if over() then
  local start, oldest = '-', nil
  repeat
    -- About as many of the oldest are dropped as new ones are stored.
    oldest = call('XRANGE', MESSAGES_KEY, start, '+', 'COUNT', stored)
    for _, record in ipairs(oldest) do
      if not over() then break end
      start = '(' .. record[1]
      count, message_bytes, dropped = count - 1, message_bytes - #record[2][2], dropped + 1
    end
  until not over() or #oldest == 0
  local kept = call('XRANGE', MESSAGES_KEY, start, '+', 'COUNT', 1)[1]
  first = kept and string.match(kept[1], '%d+') or ARGV[from]
end

for i = from, #ARGV - 3, 2 do call('XADD', MESSAGES_KEY, ARGV[i] .. '-0', 'message', ARGV[i + 1]) end
call('XADD', MESSAGES_KEY, 'MAXLEN', '=', count, last .. '-0', 'message', ARGV[#ARGV])
local now = string.format('%d %s %d %d', first, last, count, message_bytes)
local grown = message_bytes + #now - size_before
bytes = bytes + grown
call('HSET', ENTRY_KEY, 'messages', now, 'size', string.format('%d', entry[2] + grown))
-- From now on, a new deadline is set for messages, too.
if is_new then call('HSET', META, 'heard', 1) end

local evicted, evicted_bytes = 0, 0
if bytes > MAX_BYTES then
  local spared = REQUEST_ID
  -- include evict
end

-- include announcements
queue(ID)
local wait_ms = announce_queued(false)
-- include save
if is_new then call('PEXPIREAT', MESSAGES_KEY, string.format('%d', deadline_ms)) end
return { ID, stored, dropped, evicted, evicted_bytes, due, wait_ms, rules, rules and rev }
