-- announcements: announces the entries that have new messages. queue(id) adds an entry to the queue. announce_queued(now) announces the
-- whole queue in one change, so that thousands of messages take little room in the log, and returns 0. If the last such change is less than
-- ANNOUNCE_MS old, and `now` is false, it only stores the queue, and returns in how many ms it must be called again. Fields of meta:
-- `untold` is the stored queue, ids with spaces between them; `told` is the time of the last such change.
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
