-- staged: values too large for arguments come in a hash of their own. For a new entry, that hash is only renamed: no value passes through
-- Lua.
local STAGED_KEY, staged_fields, bytes_in, adopt
if STAGED then
  STAGED_KEY = SESSION .. 'staged:' .. RANDOM
  staged_fields = call('HKEYS', STAGED_KEY)

  function bytes_in(key, fields)
    local total = 0
    for _, field in ipairs(fields) do total = total + call('HSTRLEN', key, field) end
    return total
  end
  local staged_bytes = bytes_in(STAGED_KEY, staged_fields)
  grown = grown + staged_bytes

  local function move(fields, from, to)
    for _, field in ipairs(fields) do call('HSET', to, field, call('HGET', from, field)) end
  end

  -- Copies the fields that take fewer bytes into the other hash, value by value. For a new entry these are none.
  function adopt(created)
    local kept = {}
    if not created then
      for _, field in ipairs(call('HKEYS', ENTRY_KEY)) do
        if call('HEXISTS', STAGED_KEY, field) == 0 then kept[#kept + 1] = field end
      end
    end
    if bytes_in(ENTRY_KEY, kept) <= staged_bytes then
      move(kept, ENTRY_KEY, STAGED_KEY)
      call('RENAME', STAGED_KEY, ENTRY_KEY)
    else
      move(staged_fields, STAGED_KEY, ENTRY_KEY)
      call('UNLINK', STAGED_KEY)
    end
  end
end
