-- rules: replaces the rules of a session as a whole. Sessions without entries may have rules. The hash `rules` has the list as one JSON
-- text, and each large body as a field of its own, so that reading the list reads no large body.
-- The field `rules` of meta repeats the version, and says until when viewers are expected to edit rules: `<version> <ms>`. Pushes read
-- meta anyway, so their responses give this to recorders without another command.
--
-- KEYS  1 meta; in a Cluster also 2 index  3 log  4 shots  5 rules
-- ARGV  1 the version on which this list is based; if it is not the current one, nothing changes
--       2 '1' if all rules are switched off, else ''  3 the rules as JSON  4 for how many ms viewers are expected to edit rules
--       5 the names of all bodies of this list, with spaces between them: all other bodies are deleted  6... name, body, name, body: the
--       new bodies
-- Reply the new version, or nothing if another write was faster; whether work is left for sweep ('1', or nothing)
-- include open
local BASE, OFF, LIST, EDITING_MS, KEPT_BODIES, FIRST_BODY = ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4]), ' ' .. ARGV[5] .. ' ', 6
if BASE ~= (rules and string.match(rules, '^%S+') or '0') then return { false, due } end

announce('rules-changed', '', '')
local now_ms = tonumber((string.match(rev, '%d+')))
for _, field in ipairs(call('HKEYS', RULES)) do
  local name = string.match(field, '^body:(.+)')
  if name and not string.find(KEPT_BODIES, ' ' .. name .. ' ', 1, true) then call('HDEL', RULES, field) end
end
for i = FIRST_BODY, #ARGV, 2 do call('HSET', RULES, 'body:' .. ARGV[i], ARGV[i + 1]) end
-- The version is the rev of this change: no other write, of no other session with this id, ever has the same.
call('HSET', RULES, 'version', rev, 'updated', string.format('%d', now_ms), 'off', OFF, 'rules', LIST)
call('HSET', META, 'rules', rev .. ' ' .. string.format('%d', now_ms + EDITING_MS))
-- The same form as in missed.
if watched then changes[#changes][6] = { rev, OFF, LIST } end
-- include save
call('PEXPIREAT', RULES, string.format('%d', deadline_ms))
-- For requests that are held for this: they do not count as viewers, so they do not listen to the changes.
call('SPUBLISH', SESSION .. 'rules-told', rev)
return { rev, due }
