#!lua
-- rules: see include/rules.
-- include rules
