// The limits of rules. They are in a file of their own, separate from the schemas, so that pages and apps can load them without TypeBox.

/** The limits of the rules of one session. */
export const RULE_LIMITS = {
  rules: 100,
  /** The bytes of one body. */
  bodyBytes: 64 * 1024,
  /** The bytes of all rules as JSON, with their bodies. */
  bytes: 512 * 1024,
  /** The items in one list of headers, of names of headers, or of operations. */
  items: 100,
  /** How deep a merge patch, or the values of operations, may be nested. */
  levels: 500,
  /** The characters of a filter. */
  match: 4096,
  /** In milliseconds. */
  lifetime: 24 * 60 * 60 * 1000,
  /** The longest delay of a rule, in milliseconds. */
  delay: 10 * 60 * 1000,
  /** A larger body is fetched by itself, and is not kept on the device. */
  inlineBytes: 4 * 1024
} as const

export const DEFAULT_LIFETIME_MS = 60 * 60 * 1000

/**
 * The statuses from 200 on with which no rule answers. Platforms would follow redirects; 205 is not supported, because 204 means the same
 * to a script. A body with 204 or 304 is refused.
 */
export const UNANSWERABLE = [205, 301, 302, 303, 307, 308] as const
export const BODILESS = [204, 304] as const

/** How the refusal of a service without rules begins: pages tell it by that from a refusal of their origin. */
export const RULES_OFF = 'Rules are off in this service'

export const RULE_ACTIONS = ['respond', 'change', 'delay', 'fail', 'pass'] as const
