-- lookup: looks up the entry with the id ARGV[1], <seq>-<random>. Ends the script with { 0, due } if there is no such entry.
local ID = ARGV[1]
local place = string.match(ID, '^(%d+)%-%x+$')
local request_id = place and call('ZRANGE', INDEX, place, place, 'BYSCORE')[1]
local entry = request_id and call('HMGET', ENTRY .. request_id, 'id', 'size', 'mark')
-- The sequence number alone does not prove that it is the same entry: see the random part in push.
if not entry or entry[1] ~= ID then return { 0, due } end
