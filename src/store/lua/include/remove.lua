-- remove: remove_entry(request_id) removes one entry with its messages, announces the removal, and returns their bytes. If the hash of the
-- entry is missing, because somebody deleted it by hand, the function announces nothing, and returns 0.
local function remove_entry (request_id)
  local entry = call('HMGET', ENTRY .. request_id, 'id', 'size')
  local size = tonumber(entry[2] or 0)
  call('ZREM', INDEX, request_id)
  call('UNLINK', ENTRY .. request_id, MESSAGES .. request_id)
  if entry[1] then announce('deleted', request_id, entry[1]) end
  bytes = bytes - size
  return size
end
