// Where the note of the entry in the detail is written: the list's keyboard leads there.
export const NOTE_ID = 'mark-note'
