// The limits of an initiator. They are in a file of their own, so that recorders can load them without TypeBox.

export const MAX_CALLS = 10
/** The name of a function, in characters. */
export const MAX_CALL_LENGTH = 100
/** The address of a file, in characters. */
export const MAX_PLACE_LENGTH = 500
