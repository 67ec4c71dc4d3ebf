// The limits of an initiator. In a file of its own, because recorders need nothing else of schemas.

export const MOST_CALLS = 10
/** The name of a function, in characters. */
export const LONGEST_CALL = 100
/** The address of a file, in characters. */
export const LONGEST_PLACE = 500
