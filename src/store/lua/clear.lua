#!lua flags=allow-oom
-- clear: takes out every entry of the session, or those up to one that was seen; screenshots stay. Allowed in a full Redis: it is how
-- room is made.
-- An entry is there while the index has it, so all are gone with the index. Where they are many, it is put aside under a name of
-- its own, and sweep removes their hashes. The sequence goes on counting, so that an id of before never names an entry of after.
-- Where newer ones stay, `cleared` would say too much: each that goes is a change of its own, the oldest first, a slice of them a run.
-- Whoever asks goes on until no more are to go. Between two runs the session is whole, and may be pushed to, evicted from and cleared:
-- each run looks anew at what is there.
--
-- KEYS  1 meta; in a Cluster also 2 index  3 log  4 shots
-- ARGV  1 the id of the newest entry that goes, <seq>-<random>, be it there or gone already; not given: all go
-- Reply how many entries went, or -1 where this session has never had that one; whether something is left for sweep ('1', or nothing);
--       1 where more may be to go, else 0. An empty session is left as it is, and nothing is announced
-- include open
local count = call('ZCARD', INDEX)
if count == 0 then return { 0, due, 0 } end

local THROUGH, all_go, going = ARGV[1], true, nil
if THROUGH then
  local place = string.match(THROUGH, '^%d+')
  local at_place = call('ZRANGE', INDEX, place, place, 'BYSCORE')[1]
  local id = at_place and call('HGET', ENTRY .. at_place, 'id')
  if tonumber(place) > seq or (id and id ~= THROUGH) then return { -1, due, 0 } end
  all_go = not call('ZRANGE', INDEX, '(' .. place, '+inf', 'BYSCORE', 'LIMIT', 0, 1)[1]
  going = call('ZRANGE', INDEX, '-inf', place, 'BYSCORE', 'LIMIT', 0, SLICE)
end

if not all_go then
  -- include take
  for _, request_id in ipairs(going) do take(request_id) end
  if going[1] then
    -- include save
  end
  return { #going, due, #going == SLICE and 1 or 0 }
end

if count <= SLICE then
  local keys = { INDEX }
  for _, request_id in ipairs(call('ZRANGE', INDEX, 0, -1)) do keys[#keys + 1] = ENTRY .. request_id end
  call('UNLINK', unpack(keys))
else
  call('RENAME', INDEX, SESSION .. 'cleared:' .. call('HINCRBY', META, 'cleared', 1))
  call('HSET', META, 'due', 1)
  due = '1'
end
bytes = 0
announce('cleared', '', '')
-- include save
return { count, due, 0 }
