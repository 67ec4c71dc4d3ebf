#!lua flags=no-writes
-- list: references to the entries of one page, with their sizes, and a rev that is not newer than the entries. Plain commands read the
-- entries: a script would copy each value several times while every other client of this Redis waits.
--
-- KEYS  1 meta; in a Cluster also 2 index
-- ARGV  1 the seq after which the page begins; or, as a negative number -n: the page begins at the oldest of the newest n entries
--       2 maximum number of rows  3 maximum number of bytes; a larger first entry is a page by itself
--       4 `forward`: in order of arrival; `back`: in reverse order, from that seq to the oldest entry
--       5 `whole`: the sizes include the messages of the entries; else they do not
-- Reply the rev; whether there may be more after the page (1, or 0); three values for each entry: requestId, seq, bytes
local META = KEYS[1]
local SESSION = string.sub(META, 1, -5) -- without the word `meta`
local INDEX, ENTRY = SESSION .. 'index', SESSION .. 'entry:'
local START, MAX_ROWS, MAX_BYTES, ORDER, IS_WHOLE = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), ARGV[4], ARGV[5] == 'whole'

-- Without a rev there is no session: see open.
local rev = redis.call('HGET', META, 'rev')
if not rev then return { '0-0', 0, {} } end

local function found_from(start)
  if ORDER == 'back' then
    return redis.call('ZRANGE', INDEX, '(' .. start, '-inf', 'BYSCORE', 'REV', 'LIMIT', 0, MAX_ROWS, 'WITHSCORES')
  end
  if string.sub(start, 1, 1) == '-' then
    local first = redis.call('ZRANGE', INDEX, start, start, 'WITHSCORES')[2]
    start = first and string.format('%d', first - 1) or '0'
  end
  return redis.call('ZRANGE', INDEX, '(' .. start, '+inf', 'BYSCORE', 'LIMIT', 0, MAX_ROWS, 'WITHSCORES')
end
local found = found_from(START)

local page, bytes = {}, 0
for i = 1, #found, 2 do
  local key = ENTRY .. found[i]
  local entry = redis.call('HMGET', key, 'size', 'messages')
  local size = tonumber(entry[1])
  -- The last of the figures is the size of the messages: see message-codec.ts.
  if size and entry[2] and not IS_WHOLE then size = size - tonumber(string.match(entry[2], '%d+$') or 0) end
  -- While a slot moves, the entry may be on another node: a command with both keys fails then. Otherwise it has no effect.
  if not size then redis.call('EXISTS', META, key) end
  bytes = bytes + (size or 0)
  if bytes > MAX_BYTES and i > 1 then return { rev, 1, page } end
  page[#page + 1] = found[i]
  page[#page + 1] = found[i + 1]
  page[#page + 1] = size or 0
end
return { rev, #found == 2 * MAX_ROWS and 1 or 0, page }
