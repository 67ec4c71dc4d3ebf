-- save: how every script that announced something ends. The clock is the rev's, which saves asking for the time. Numbers are
-- made text by %d, which costs Redis a fraction of its own way.
call('HSET', META, 'rev', rev, 'seq', string.format('%d', seq), 'bytes', string.format('%d', bytes))

-- All keys of a session share one deadline. It moves only when a quarter of the retention is used up, because moving it
-- touches every key. A deadline too far off comes from a longer retention before.
local left_ms = deadline_ms - string.match(rev, '%d+')
if left_ms < RETENTION_MS * 0.75 or left_ms > RETENTION_MS then
  local shorter = left_ms > RETENTION_MS
  deadline_ms = string.match(rev, '%d+') + RETENTION_MS
  call('HSET', META, 'deadline', string.format('%d', deadline_ms))
  -- Where the retention became shorter, the session must not outlive its entries: its own keys come first then.
  if shorter then
    for _, key in ipairs({ INDEX, LOG, SHOTS, META }) do call('PEXPIREAT', key, string.format('%d', deadline_ms)) end
  end
  local moved_to = '0'
  -- include move
end

-- One message a run: the JSON array [rev, prev, type, requestId, id, detail] of a change, or an array of those.
if changes[1] then call('SPUBLISH', CHANNEL, cjson.encode(#changes == 1 and changes[1] or changes)) end
