// What people put on an entry for themselves and all who watch with them. It is no part of what was recorded.
import { Type, type Static } from './typebox.js'

export const MarkSchema = Type.Object({
  pinned: Type.Optional(Type.Boolean({ description: 'Whether it is to be found again soon' })),
  color: Type.Optional(Type.Enum(['red', 'orange', 'yellow', 'green', 'blue', 'purple'], {
    description: 'What it means is up to those who watch'
  })),
  note: Type.Optional(Type.String({
    maxLength: 1000, description: 'What somebody has to say about the entry', examples: ['the basket is empty after this one']
  }))
}, { description: 'A pin, a colour, a note: put on an entry by those who watch' })
export type Mark = Static<typeof MarkSchema>
export type MarkColor = NonNullable<Mark['color']>
