-- figures: figures_of(ids) looks up entries that have messages; `ids` is one text with spaces between the ids. It returns the ids of the
-- entries that still exist, in the same form, and the detail of the change: the id, the requestId and the figures of each entry.
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
