#!lua flags=allow-oom
-- clear: removes all entries of the session, or all up to one that a viewer saw; screenshots stay. It may run in a full Redis, because
-- it makes room.
-- An entry exists as long as it is in the index: without the index, the session has no entries. If there are many entries, the script only
-- renames the index, and sweep deletes their hashes. The sequence goes on counting, so that an old id never names a newer entry.
-- If newer entries stay, a change of type `cleared` would be wrong. Then the removal of each entry is a change of its own, the oldest
-- first, one slice per run.
-- The counters of evictions count since the last clear, so they start again.
-- The caller repeats the call until nothing is left to remove. Between two runs the session is consistent: pushes, evictions and other
-- clears may happen, because each run starts from the current state.
--
-- KEYS  1 meta; in a Cluster also 2 index  3 log  4 shots  5 rules
-- ARGV  1 the id of the newest entry to remove, <seq>-<random>, which may be gone already; not given: all entries are removed
-- Reply how many entries were removed, or -1 if this session has never had an entry with the given id; whether work is left for sweep ('1',
--       or nothing);
--       1 if more entries may have to go, else 0. An empty session is left as it is, and nothing is announced
-- include open
local count = call('ZCARD', INDEX)
if count == 0 then return { 0, due, 0 } end

local THROUGH, removes_all, doomed = ARGV[1], true, nil
if THROUGH then
  local place = string.match(THROUGH, '^%d+')
  local at_place = call('ZRANGE', INDEX, place, place, 'BYSCORE')[1]
  local id = at_place and call('HGET', ENTRY .. at_place, 'id')
  if tonumber(place) > seq or (id and id ~= THROUGH) then return { -1, due, 0 } end
  removes_all = not call('ZRANGE', INDEX, '(' .. place, '+inf', 'BYSCORE', 'LIMIT', 0, 1)[1]
  doomed = call('ZRANGE', INDEX, '-inf', place, 'BYSCORE', 'LIMIT', 0, SLICE)
end

if not removes_all then
  -- include remove
  for _, request_id in ipairs(doomed) do remove_entry(request_id) end
  if doomed[1] then
    call('HDEL', META, 'evicted', 'evictedBytes')
    -- include save
  end
  return { #doomed, due, #doomed == SLICE and 1 or 0 }
end

if count <= SLICE then
  local keys = { INDEX }
  for _, request_id in ipairs(call('ZRANGE', INDEX, 0, -1)) do
    keys[#keys + 1] = ENTRY .. request_id
    keys[#keys + 1] = MESSAGES .. request_id
  end
  call('UNLINK', unpack(keys))
else
  call('RENAME', INDEX, SESSION .. 'cleared:' .. call('HINCRBY', META, 'cleared', 1))
  call('HSET', META, 'due', 1)
  due = '1'
end
bytes = 0
call('HDEL', META, 'evicted', 'evictedBytes')
announce('cleared', '', '')
-- include save
return { count, due, 0 }
