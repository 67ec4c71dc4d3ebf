#!lua flags=allow-oom
-- sweep: one slice of what earlier runs left over, so that none of them keeps every other client of this Redis waiting: hashes of
-- cleared entries, a deadline that is being moved, evictions. Whoever is told that there is more runs it again; where nobody does,
-- because a replica died, the session is consistent as it is, and the next write tells of it again.
--
-- KEYS  1 meta; in a Cluster also 2 index  3 log  4 shots. Of meta it reads:
--       cleared, swept: numbers of the newest index that was put aside, and of the newest that is swept
--       moved: the sequence number up to which entries have the deadline already;  spared: the entry that room is made for
-- ARGV  none
-- Reply whether there may be more ('1', or nothing); how many entries were evicted, and their bytes
-- include open
local evicted, evicted_bytes = 0, 0
if not due then return { due, evicted, evicted_bytes } end

local left = call('HMGET', META, 'cleared', 'swept', 'moved', 'spared')
local cleared, swept, moved_to, spared = tonumber(left[1] or 0), tonumber(left[2] or 0), left[3], left[4] or ''
local count = call('ZCARD', INDEX)

if swept < cleared then
  local popped = call('ZPOPMIN', SESSION .. 'cleared:' .. string.format('%d', swept + 1), SLICE)
  local request_ids = {}
  for i = 1, #popped, 2 do request_ids[#request_ids + 1] = popped[i] end
  if #request_ids > 0 then
    -- What was pushed again since is an entry of now.
    local places = call('ZMSCORE', INDEX, unpack(request_ids))
    local keys = {}
    for i, request_id in ipairs(request_ids) do
      if not places[i] then keys[#keys + 1] = ENTRY .. request_id end
    end
    if #keys > 0 then call('UNLINK', unpack(keys)) end
  end
  if #request_ids < SLICE then call('HINCRBY', META, 'swept', 1) end
elseif moved_to then
  -- include move
elseif count > 1 and (count > MAX_ENTRIES or bytes > MAX_BYTES) then
  -- include evict
  -- include save
else
  call('HDEL', META, 'due', 'spared')
  due = false
end
return { due, evicted, evicted_bytes }
