#!lua flags=allow-oom
-- rules-off: see include/rules. For a list of which no rule applies, and which takes no more room than the stored one: it must be possible
-- to switch rules off in a full Redis, too.
-- include rules
