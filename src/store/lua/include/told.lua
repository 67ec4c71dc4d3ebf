-- told: note(id) remembers that an entry has new messages; tell(now) announces all such entries in one change. So many messages take
-- little room in the log. If the last such change is less than TELL_MS ago, and `now` is false, it announces nothing, and returns in how
-- many ms it may.
local kept = call('HMGET', META, 'told', 'untold')
local told_ms, untold = tonumber(kept[1] or 0), kept[2] or ''

local function note (id)
  if not string.find(' ' .. untold .. ' ', ' ' .. id .. ' ', 1, true) then untold = untold == '' and id or untold .. ' ' .. id end
end

local function tell (now)
  if untold == '' then return 0 end
  local time = call('TIME')
  local now_ms = time[1] * 1000 + math.floor(time[2] / 1000)
  local wait_ms = told_ms + TELL_MS - now_ms
  if wait_ms > 0 and wait_ms <= TELL_MS and not now then
    call('HSET', META, 'untold', untold)
    return wait_ms
  end
  call('HSET', META, 'told', string.format('%d', now_ms), 'untold', '')
  -- include heard
  local ids, detail = heard(untold)
  if ids ~= '' then
    announce('messages-received', '', ids)
    if watched then changes[#changes][6] = detail end
  end
  return 0
end
