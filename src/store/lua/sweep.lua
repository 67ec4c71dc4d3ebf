#!lua flags=allow-oom
-- sweep: does one slice of the work that earlier runs left: hashes of cleared entries, a deadline that is being moved, evictions. It does
-- only one slice, so that no run keeps every other client of this Redis waiting. If more is left, the caller runs it again. If no caller
-- does, because its replica died, the session is still consistent, and the next write reports the work again.
--
-- KEYS  1 meta; in a Cluster also 2 index  3 log  4 shots  5 rules. It reads these fields of meta:
--       cleared, swept: numbers of the newest index that clear renamed, and of the newest one that is swept
--       moved: entries up to this sequence number have the new deadline already;  spared: the entry that must not be evicted
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
    -- A requestId that was pushed again since then belongs to a current entry.
    local places = call('ZMSCORE', INDEX, unpack(request_ids))
    local keys = {}
    for i, request_id in ipairs(request_ids) do
      if not places[i] then
        keys[#keys + 1] = ENTRY .. request_id
        keys[#keys + 1] = MESSAGES .. request_id
      end
    end
    if #keys > 0 then call('UNLINK', unpack(keys)) end
  end
  if #request_ids < SLICE then call('HINCRBY', META, 'swept', 1) end
elseif moved_to then
  -- include move_deadline
elseif count > 1 and (count > MAX_ENTRIES or bytes > MAX_BYTES) then
  -- include evict
  -- include save
else
  call('HDEL', META, 'due', 'spared')
  due = false
end
return { due, evicted, evicted_bytes }
