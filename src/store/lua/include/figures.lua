-- figures: figures_of(ids) looks up entries that have messages, by their ids with spaces between them. It returns the ids of those that are
-- still there, in the same form, and the detail of the change: id, requestId and figures of each.
local function figures_of (ids)
  local present, detail = {}, {}
  for id in string.gmatch(ids, '%S+') do
    local place = string.match(id, '^%d+')
    local request_id = redis.call('ZRANGE', INDEX, place, place, 'BYSCORE')[1]
    local entry = request_id and redis.call('HMGET', ENTRY .. request_id, 'id', 'messages')
    -- While a slot moves, the entry may be on another node: a command with both keys fails then. Otherwise it has no effect.
    if entry and not entry[1] then redis.call('EXISTS', META, ENTRY .. request_id) end
    if entry and entry[1] == id and entry[2] then
      present[#present + 1] = id
      for _, value in ipairs({ id, request_id, entry[2] }) do detail[#detail + 1] = value end
    end
  end
  return table.concat(present, ' '), detail
end
