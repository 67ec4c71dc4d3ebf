-- announcements: queue(id) notes that an entry has new messages; announce_queued(now) announces all such entries in one change. So many
-- messages take little room in the log. If the last such change is less than ANNOUNCE_MS ago, and `now` is false, it announces nothing, and
-- returns in how many ms it may. The queue is the field `untold` of meta: ids with spaces between them; `told` is the time of that change.
local stored_queue = call('HMGET', META, 'told', 'untold')
local announced_ms, queued = tonumber(stored_queue[1] or 0), stored_queue[2] or ''

local function queue (id)
  if not string.find(' ' .. queued .. ' ', ' ' .. id .. ' ', 1, true) then queued = queued == '' and id or queued .. ' ' .. id end
end

local function announce_queued (now)
  if queued == '' then return 0 end
  local time = call('TIME')
  local now_ms = time[1] * 1000 + math.floor(time[2] / 1000)
  local wait_ms = announced_ms + ANNOUNCE_MS - now_ms
  if wait_ms > 0 and wait_ms <= ANNOUNCE_MS and not now then
    call('HSET', META, 'untold', queued)
    return wait_ms
  end
  call('HSET', META, 'told', string.format('%d', now_ms), 'untold', '')
  -- include figures
  local ids, detail = figures_of(queued)
  if ids ~= '' then
    announce('messages-received', '', ids)
    if watched then changes[#changes][6] = detail end
  end
  return 0
end
