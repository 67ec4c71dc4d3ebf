// The key under which the rules are kept in the platform's storage. Recorded snapshots of the storage leave it out.
export const RULES_KEY = 'earshot.rules'
