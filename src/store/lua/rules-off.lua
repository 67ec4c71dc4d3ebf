#!lua flags=allow-oom
-- rules-off: see include/rules. This variant may run in a full Redis, because it must be possible to switch rules off there, too. It is
-- only for a list of which no rule applies, and which takes no more room than the stored list.
-- include rules
