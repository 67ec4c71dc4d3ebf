#!lua flags=allow-oom
-- rules-rest: see include/rules. For lists of which no rule applies: it must be possible to switch rules off in a full Redis, too.
-- include rules
