-- found: looks for the one entry with the id ARGV[1], <seq>-<random>. Ends the script with { 0, due } where there is none.
local ID = ARGV[1]
local place = string.match(ID, '^(%d+)%-%x+$')
local request_id = place and call('ZRANGE', INDEX, place, place, 'BYSCORE')[1]
local entry = request_id and call('HMGET', ENTRY .. request_id, 'id', 'size', 'mark')
-- The number alone does not prove that it is the same entry: see push on the random part.
if not entry or entry[1] ~= ID then return { 0, due } end
