-- move_deadline: sets the new deadline on the next entries, in order of arrival, starting after the sequence number `moved_to`. The
-- session's own keys get the new deadline last. So if no later run continues, the session expires at the old deadline, before any of its
-- entries is missing. If the new deadline is earlier than the old one, save has already set it on the session's own keys.
local deadline = string.format('%d', deadline_ms)
local slice = call('ZRANGE', INDEX, '(' .. moved_to, '+inf', 'BYSCORE', 'LIMIT', 0, SLICE, 'WITHSCORES')
local has_messages = call('HGET', META, 'heard')
for i = 1, #slice, 2 do
  call('PEXPIREAT', ENTRY .. slice[i], deadline)
  if has_messages then call('PEXPIREAT', MESSAGES .. slice[i], deadline) end
end
if #slice == 2 * SLICE then
  call('HSET', META, 'moved', slice[#slice], 'due', 1)
  due = '1'
else
  for _, id in ipairs(call('ZRANGE', SHOTS, 0, -1)) do call('PEXPIREAT', SHOT .. id, deadline) end
  for _, key in ipairs({ INDEX, LOG, SHOTS, RULES, META }) do call('PEXPIREAT', key, deadline) end
  call('HDEL', META, 'moved')
end
