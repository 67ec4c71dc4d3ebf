#!lua flags=allow-oom
-- clear: takes out every entry of the session; screenshots stay. Allowed in a full Redis: it is how room is made.
-- An entry is there while the index has it, so all are gone with the index. Where they are many, it is put aside under a name of
-- its own, and sweep removes their hashes. The sequence goes on counting, so that an id of before never names an entry of after.
--
-- KEYS  1 meta; in a Cluster also 2 index  3 log  4 shots
-- ARGV  none
-- Reply how many entries there were; whether something is left for sweep ('1', or nothing). An empty session is left as it is, and
--       nothing is announced
-- include open
local count = call('ZCARD', INDEX)
if count == 0 then return { 0, due } end

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
return { count, due }
