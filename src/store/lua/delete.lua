#!lua flags=allow-oom
-- delete: removes the one entry with this id, and its messages. It may run in a full Redis, because it makes room.
--
-- KEYS  1 meta; in a Cluster also 2 index  3 log  4 shots  5 rules
-- ARGV  1 the entry's id, <seq>-<random>
-- Reply 1, or 0 if there is no such entry; whether work is left for sweep ('1', or nothing)
-- include open
-- include lookup
call('ZREM', INDEX, request_id)
call('UNLINK', ENTRY .. request_id, MESSAGES .. request_id)
bytes = bytes - entry[2]
announce('deleted', request_id, ID)
-- include save
return { 1, due }
