// The limits of an initiator. In a file of its own, because recorders need nothing else of schemas.

export const MAX_CALLS = 10
/** The name of a function, in characters. */
export const MAX_CALL_LENGTH = 100
/** The address of a file, in characters. */
export const MAX_PLACE_LENGTH = 500
