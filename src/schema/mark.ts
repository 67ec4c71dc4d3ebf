// A mark that a viewer puts on an entry, and that all viewers see. It is not part of the recorded data.
import { Type, type Static } from './typebox.js'

export const MarkSchema = Type.Object({
  pinned: Type.Optional(Type.Boolean({ description: 'Whether the entry is pinned, so that it is easy to find' })),
  color: Type.Optional(Type.Enum(['red', 'orange', 'yellow', 'green', 'blue', 'purple'], {
    description: 'A color; the viewers decide what it means'
  })),
  note: Type.Optional(Type.String({
    maxLength: 1000, description: 'A comment of a viewer about the entry', examples: ['the basket is empty after this one']
  }))
}, { description: 'A pin, a color and a note that viewers put on an entry' })
export type Mark = Static<typeof MarkSchema>
export type MarkColor = NonNullable<Mark['color']>
