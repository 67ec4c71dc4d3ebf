// Which entry somebody is about to send again; undefined where none.
import { signal } from '@preact/signals'
import type { Entry } from '../../../schema/entry.js'

export const resending = signal<Entry | undefined>(undefined)
