#!lua flags=allow-oom
-- rules-off: see include/rules. This variant may run in a full Redis, because it must be possible to switch rules off there, too. The store
-- runs it only for a list in which no rule is switched on, and which takes no more room than the stored list.
-- include rules
