-- take: take(request_id) takes one entry out, as a change of its own, and returns its bytes. Its hash may have been removed by hand.
local function take (request_id)
  local entry = call('HMGET', ENTRY .. request_id, 'id', 'size')
  local size = tonumber(entry[2] or 0)
  call('ZREM', INDEX, request_id)
  call('UNLINK', ENTRY .. request_id)
  if entry[1] then announce('deleted', request_id, entry[1]) end
  bytes = bytes - size
  return size
end
