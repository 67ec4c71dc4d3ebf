#!lua flags=no-writes
-- list: names one page of a session's entries, with their sizes, and the rev that they are at least as new as. Plain commands read the
-- entries: a script would copy each value several times while every other client of this Redis waits.
--
-- KEYS  1 meta; in a Cluster also 2 index
-- ARGV  1 seq behind which it begins, or with a minus the number of entries, the newest ones, with which it begins
--       2 most rows  3 most bytes, but for a first entry that is larger  4 `forward`, in order of arrival, or `back`, from that seq to
--       the oldest
-- Reply rev, whether there may be more behind the page (1, or 0), and of each entry three values: requestId, seq, bytes
local META = KEYS[1]
local SESSION = string.sub(META, 1, -5) -- without the word `meta`
local INDEX, ENTRY = SESSION .. 'index', SESSION .. 'entry:'
local START, MOST_ROWS, MOST_BYTES, ORDER = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), ARGV[4]

-- No meta, no session: see open.
local rev = redis.call('HGET', META, 'rev')
if not rev then return { '0-0', 0, {} } end

local function found_from(start)
  if ORDER == 'back' then
    return redis.call('ZRANGE', INDEX, '(' .. start, '-inf', 'BYSCORE', 'REV', 'LIMIT', 0, MOST_ROWS, 'WITHSCORES')
  end
  if string.sub(start, 1, 1) == '-' then
    local first = redis.call('ZRANGE', INDEX, start, start, 'WITHSCORES')[2]
    start = first and string.format('%d', first - 1) or '0'
  end
  return redis.call('ZRANGE', INDEX, '(' .. start, '+inf', 'BYSCORE', 'LIMIT', 0, MOST_ROWS, 'WITHSCORES')
end
local found = found_from(START)

local page, bytes = {}, 0
for i = 1, #found, 2 do
  local key = ENTRY .. found[i]
  local size = tonumber(redis.call('HGET', key, 'size'))
  -- While a slot moves, an entry may be here or there: a question for two keys fails then, and does nothing elsewhere.
  if not size then redis.call('EXISTS', META, key) end
  bytes = bytes + (size or 0)
  if bytes > MOST_BYTES and i > 1 then return { rev, 1, page } end
  page[#page + 1] = found[i]
  page[#page + 1] = found[i + 1]
  page[#page + 1] = size or 0
end
return { rev, #found == 2 * MOST_ROWS and 1 or 0, page }
