#!lua
-- mark: sets or removes the mark that people put on the entry with this id.
--
-- KEYS  1 meta; in a Cluster also 2 index  3 log  4 shots  5 rules
-- ARGV  1 the entry's id, <seq>-<random>  2 the mark as JSON; empty: none
-- Reply 1, or 0 if there is no such entry; whether work is left for sweep ('1', or nothing)
-- include open
-- include lookup
local MARK, before = ARGV[2], entry[3] or ''
if MARK == before then return { 1, due } end

local grown = #MARK - #before
bytes = bytes + grown
announce('entry-marked', request_id, ID)
call('HSET', ENTRY .. request_id, 'size', string.format('%d', entry[2] + grown))
if MARK == '' then call('HDEL', ENTRY .. request_id, 'mark') else call('HSET', ENTRY .. request_id, 'mark', MARK) end
-- The same form as in missed: viewers get only the mark, so the size of the entry does not matter.
if watched then changes[#changes][6] = { ID, MARK ~= '' and MARK } end
-- include save
return { 1, due }
