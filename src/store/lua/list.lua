#!lua flags=no-writes
-- list: one page of a session's entries, in order of arrival, and the rev they are at least as new as. A page is bounded in
-- rows and bytes, because one long read would keep every other client of this Redis waiting.
--
-- KEYS  1 meta  2 index
-- ARGV  1 prefix of the entry keys  2 seq to start after  3 most rows  4 bytes after which a page ends  5... fields to read
-- Reply rev, last seq (empty: no more pages), rows of the fields' values
local META, INDEX = KEYS[1], KEYS[2]
local ENTRY, AFTER_SEQ, MOST_ROWS, MOST_BYTES, FIRST_FIELD = ARGV[1], ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4]), 5

local rev = redis.call('HGET', META, 'rev') or '0-0'
local found = redis.call('ZRANGE', INDEX, '(' .. AFTER_SEQ, '+inf', 'BYSCORE', 'LIMIT', 0, MOST_ROWS, 'WITHSCORES')

local rows, bytes = {}, 0
for i = 1, #found, 2 do
  local row = redis.call('HMGET', ENTRY .. found[i], unpack(ARGV, FIRST_FIELD))
  rows[#rows + 1] = row
  for _, value in ipairs(row) do bytes = bytes + (value and #value or 0) end
  if bytes >= MOST_BYTES then return { rev, found[i + 1], rows } end
end
return { rev, #rows == MOST_ROWS and found[#found] or '', rows }
