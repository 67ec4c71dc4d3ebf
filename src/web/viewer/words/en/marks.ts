// The English words of marks/.
export const marks = {
  region: 'Mark',
  pin: 'Pin',
  pinned: 'pinned',
  colours: 'Colour',
  colour: { red: 'Red', orange: 'Orange', yellow: 'Yellow', green: 'Green', blue: 'Blue', purple: 'Purple' },
  marked: (colour: string) => `marked ${colour.toLowerCase()}`,
  note: 'Note',
  noteHint: 'A note for all viewers',
  away: 'The service cannot be reached. Marks are sent when it is back.',
  noted: (note: string) => `note: ${note}`
}
