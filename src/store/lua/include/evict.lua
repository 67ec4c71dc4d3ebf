-- evict: evicts the oldest entries, except `spared`, until the session is within its limits, or one slice is evicted.
-- Each eviction is a change of its own. The variables `evicted` and `evicted_bytes` count the evictions and their bytes.
-- include remove
local entry_count = call('ZCARD', INDEX)
local function over() return entry_count > 1 and (entry_count > MAX_ENTRIES or bytes > MAX_BYTES) end

while evicted < SLICE and over() do
  local oldest = call('ZRANGE', INDEX, 0, 1)
  local victim = oldest[1] == spared and oldest[2] or oldest[1]
  evicted_bytes = evicted_bytes + remove_entry(victim)
  entry_count, evicted = entry_count - 1, evicted + 1
end
call('HINCRBY', META, 'evicted', evicted)
call('HINCRBY', META, 'evictedBytes', evicted_bytes)
if over() then
  call('HSET', META, 'spared', spared, 'due', 1)
  due = '1'
end
