#!lua flags=allow-oom
-- clear: takes out every entry of the session; screenshots stay. Allowed in a full Redis: it is how room is made.
-- The sequence goes on counting, so that an id of before never names an entry of after.
--
-- KEYS  1-4 as in change
-- ARGV  1-5 as in change
-- Reply how many entries there were; an empty session is left as it is, and nothing is announced
local BATCH = 500 -- unpack() has a limit of some thousand values

local request_ids = redis.call('ZRANGE', INDEX, 0, -1)
if #request_ids == 0 then return 0 end

for first = 1, #request_ids, BATCH do
  local keys = {}
  for i = first, math.min(first + BATCH - 1, #request_ids) do keys[#keys + 1] = ENTRY .. request_ids[i] end
  redis.call('UNLINK', unpack(keys))
end
redis.call('UNLINK', INDEX)
bytes = 0
announce('cleared', '', '')
save({})
return #request_ids
