// Where the rules are kept in the storage of the platform. The record of the storage leaves them out.
export const RULES_KEY = 'earshot.rules'
