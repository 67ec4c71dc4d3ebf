#!lua flags=no-writes
-- list: one page of a session's entries, in order of arrival, and the rev they are at least as new as. A page is bounded in
-- rows and bytes, because one long read would keep every other client of this Redis waiting.
--
-- KEYS  1 meta; in a Cluster also 2 index
-- ARGV  1 seq to start after  2 most rows  3 bytes after which a page ends
-- Reply rev, last seq (empty: no more pages), rows of the fields' values; of an entry that would fill a page, id and requestId only
local META = KEYS[1]
local SESSION = string.sub(META, 1, -5) -- without the word `meta`
local INDEX, ENTRY = SESSION .. 'index', SESSION .. 'entry:'
local AFTER_SEQ, MOST_ROWS, MOST_BYTES = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])

-- No meta, no session: see open.
local opened = redis.call('HMGET', META, 'rev', 'large')
local rev, some_are_large = opened[1], opened[2]
if not rev then return { '0-0', '', {} } end
local found = redis.call('ZRANGE', INDEX, '(' .. AFTER_SEQ, '+inf', 'BYSCORE', 'LIMIT', 0, MOST_ROWS, 'WITHSCORES')

local rows, bytes = {}, 0
for i = 1, #found, 2 do
  local known = some_are_large and redis.call('HMGET', ENTRY .. found[i], 'size', 'id')
  if known and tonumber(known[1] or 0) >= MOST_BYTES then
    rows[#rows + 1] = { known[2], found[i] }
    return { rev, found[i + 1], rows }
  end
  local row = redis.call('HMGET', ENTRY .. found[i], FIELDS())
  -- While a slot moves, an entry may be here or there: a question for two keys fails then, and does nothing elsewhere.
  if not row[1] then redis.call('EXISTS', META, ENTRY .. found[i]) end
  rows[#rows + 1] = row
  for _, value in ipairs(row) do bytes = bytes + (value and #value or 0) end
  if bytes >= MOST_BYTES then return { rev, found[i + 1], rows } end
end
return { rev, #rows == MOST_ROWS and found[#found] or '', rows }
