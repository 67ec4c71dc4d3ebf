// Which entry somebody is about to send again; undefined where none.
import { signal } from '@preact/signals'
import type { Held } from '../../../exchange/held.js'

export const resending = signal<Held | undefined>(undefined)
