#!lua flags=allow-oom
-- rules-rest: see include/rules. For lists of which no rule applies, and that take no more room than the stored one: it must be possible to
-- switch rules off in a full Redis, too.
-- include rules
