#!lua flags=no-writes
-- list: one page of a session's entries, and the rev they are at least as new as. A page is bounded in rows and bytes, because one
-- long read would keep every other client of this Redis waiting.
--
-- KEYS  1 meta; in a Cluster also 2 index
-- ARGV  1 seq behind which it begins, or with a minus the number of entries, the newest ones, with which it begins
--       2 most rows  3 bytes after which a page ends  4 `forward`, in order of arrival, or `back`, from that seq to the oldest
--       5... names of the fields that are wanted; none: all
-- Reply rev, last seq (empty: no more pages), rows of the fields' values; the last may be an entry that would fill a page alone:
--       then it is a text, its id, a space, and its requestId
local META = KEYS[1]
local SESSION = string.sub(META, 1, -5) -- without the word `meta`
local INDEX, ENTRY = SESSION .. 'index', SESSION .. 'entry:'
local START, MOST_ROWS, MOST_BYTES, ORDER, FIRST_NAME = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), ARGV[4], 5

-- No meta, no session: see open.
local opened = redis.call('HMGET', META, 'rev', 'large')
local rev, some_are_large = opened[1], opened[2]
if not rev then return { '0-0', '', {} } end

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

local rows, bytes = {}, 0
for i = 1, #found, 2 do
  local known = some_are_large and redis.call('HMGET', ENTRY .. found[i], 'size', 'id')
  if known and tonumber(known[1] or 0) >= MOST_BYTES then
    rows[#rows + 1] = known[2] .. ' ' .. found[i]
    return { rev, found[i + 1], rows }
  end
  local row
  if ARGV[FIRST_NAME] then row = redis.call('HMGET', ENTRY .. found[i], unpack(ARGV, FIRST_NAME))
  else row = redis.call('HMGET', ENTRY .. found[i], FIELDS()) end
  -- While a slot moves, an entry may be here or there: a question for two keys fails then, and does nothing elsewhere.
  if not row[1] then redis.call('EXISTS', META, ENTRY .. found[i]) end
  rows[#rows + 1] = row
  for _, value in ipairs(row) do bytes = bytes + (value and #value or 0) end
  if bytes >= MOST_BYTES then return { rev, found[i + 1], rows } end
end
return { rev, #rows == MOST_ROWS and found[#found] or '', rows }
