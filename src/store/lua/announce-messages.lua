#!lua flags=allow-oom
-- announce-messages: announces the entries whose new messages are not announced yet. The script `messages` announces them itself if the
-- session's last such announcement is at least ANNOUNCE_MS old; otherwise it asks its replica to run this script later. This script may run
-- in a full Redis, because the messages are stored already.
--
-- KEYS  1 meta; in a Cluster also 2 index  3 log  4 shots  5 rules
-- ARGV  1 `1`: announces now; `0`: only if the last announcement is at least ANNOUNCE_MS old
-- Reply in how many ms it must run again, or 0 if it need not; whether work is left for sweep ('1', or nothing)
-- include open
-- include announcements
local wait_ms = announce_queued(ARGV[1] == '1')
if opened[1] and rev ~= opened[1] then
  -- include save
end
return { wait_ms, due }
