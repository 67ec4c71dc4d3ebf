-- save: stores the new state of meta, moves the deadline if that is due, and publishes the changes. Each script that announced a change
-- includes it. save takes the time from the rev of the last change, without the command TIME. Numbers are formatted with %d, which is much
-- cheaper than Redis's own conversion.
call('HSET', META, 'rev', rev, 'seq', string.format('%d', seq), 'bytes', string.format('%d', bytes))

-- All keys of a session share one deadline. It moves only when a quarter of the retention is used up, because moving it
-- touches every key. A deadline too far in the future was set when the retention was longer.
local left_ms = deadline_ms - string.match(rev, '%d+')
if left_ms < RETENTION_MS * 0.75 or left_ms > RETENTION_MS then
  local shorter = left_ms > RETENTION_MS
  deadline_ms = string.match(rev, '%d+') + RETENTION_MS
  call('HSET', META, 'deadline', string.format('%d', deadline_ms))
  -- If the retention became shorter, the session's own keys get the deadline first: the session must not outlive its entries.
  if shorter then
    for _, key in ipairs({ INDEX, LOG, SHOTS, RULES, META }) do call('PEXPIREAT', key, string.format('%d', deadline_ms)) end
  end
  local moved_to = '0'
  -- include move_deadline
end

-- One message per run: the JSON array [rev, prev, type, requestId, id, detail] of one change, or an array of such arrays.
if changes[1] then call('SPUBLISH', CHANNEL, cjson.encode(#changes == 1 and changes[1] or changes)) end
