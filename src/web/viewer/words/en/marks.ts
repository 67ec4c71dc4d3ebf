// The English words of marks/.
export const marks = {
  region: 'Mark',
  pin: 'Pin',
  pinned: 'pinned',
  colors: 'Color',
  color: { red: 'Red', orange: 'Orange', yellow: 'Yellow', green: 'Green', blue: 'Blue', purple: 'Purple' },
  marked: (color: string) => `marked ${color.toLowerCase()}`,
  note: 'Note',
  noteHint: 'A note for all viewers',
  away: 'The service cannot be reached. Marks are sent when it is back.',
  noted: (note: string) => `note: ${note}`
}
