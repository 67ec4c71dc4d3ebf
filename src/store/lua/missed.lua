#!lua flags=no-writes
-- missed: the changes of a session since a rev, each with the current state of what it changed. A page is limited in rows and
-- bytes, because one long read would keep every other client of this Redis waiting.
--
-- KEYS  1 meta; in a Cluster also 2 index  3 log  4 rules
-- ARGV  1 the last rev that the viewer knows  2 maximum number of changes  3 bytes after which a page ends
-- Reply rev of the session, then the changes as rows of rev, prev, type, requestId, id, detail; only the rev, without a list, if the log
--       does not have all changes since then.
--       A detail is a list of values, which are all null if what changed no longer exists; an empty list if the type has no detail; or the
--       word `large` if the entry would fill a page.
local META = KEYS[1]
local SESSION = string.sub(META, 1, -5) -- without the word `meta`
local INDEX, LOG, ENTRY, SHOT = SESSION .. 'index', SESSION .. 'log', SESSION .. 'entry:', SESSION .. 'shot:'
local RULES = SESSION .. 'rules'
local SINCE, MAX_CHANGES, MAX_BYTES = ARGV[1], ARGV[2], tonumber(ARGV[3])

local opened = redis.call('HMGET', META, 'rev', 'large')
local head, some_are_large = opened[1] or '0-0', opened[2]
if SINCE == head then return { head, {} } end

-- A rev is known only if the log contains it: after a wiped Redis, expiry, trimming or a failover that lost writes, it does
-- not. The oldest record of the log also proves the rev before it.
local function from_where()
  -- XRANGE fails on a text that is no rev: here it is just an unknown rev. So is an incomplete rev, which XRANGE would complete.
  local found = redis.pcall('XRANGE', LOG, SINCE, SINCE)
  if found[1] and found[1][1] == SINCE then return '(' .. SINCE end
  local oldest = redis.call('XRANGE', LOG, '-', '+', 'COUNT', 1)[1]
  return oldest and oldest[2][2] == SINCE and '-' or nil
end

local from = from_where()
if not from then return { head } end

local function entry_row(request_id, ...)
  local row = redis.call('HMGET', ENTRY .. request_id, ...)
  -- While a slot moves, the entry may be on another node: a command with both keys fails then. Otherwise it has no effect.
  if not row[1] then redis.call('EXISTS', META, ENTRY .. request_id) end
  return row
end

-- include figures
local function detail_of(type, request_id, id)
  if type == 'screenshot-received' then
    return redis.call('HMGET', SHOT .. id, 'type', 'size', 'timestamp')
  elseif type == 'entry-marked' then
    return entry_row(request_id, 'id', 'mark')
  elseif type == 'messages-received' then
    local _, detail = figures_of(id)
    return detail
  elseif type == 'rules-changed' then
    return redis.call('HMGET', RULES, 'version', 'off', 'rules')
  elseif type == 'entry-received' or type == 'entry-updated' then
    if some_are_large and tonumber(redis.call('HGET', ENTRY .. request_id, 'size') or 0) >= MAX_BYTES then return 'large' end
    return entry_row(request_id, FIELDS())
  end
  return {}
end

local changes, bytes = {}, 0
for _, record in ipairs(redis.call('XRANGE', LOG, from, '+', 'COUNT', MAX_CHANGES)) do
  local field = record[2] -- prev, <prev>, type, <type>, requestId, <requestId>, id, <id>
  local detail = detail_of(field[4], field[6], field[8])
  changes[#changes + 1] = { record[1], field[2], field[4], field[6], field[8], detail }
  if detail == 'large' then break end
  for _, value in ipairs(detail) do bytes = bytes + (value and #value or 0) end
  if bytes >= MAX_BYTES then break end
end
return { head, changes }
