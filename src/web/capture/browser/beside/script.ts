// /earshot-beside.js: gives the part that records more than the requests of the page's scripts (part.ts) to the recorder of the page,
// which may have started already.
import type { Running, Start } from '../page-earshot.js'
import { recordBeside } from './part.js'

const earshot = (window as unknown as Record<symbol, { running?: Running, beside1?: Start } | undefined>)[Symbol.for('earshot')]
if (earshot) {
  earshot.beside1 = recordBeside
  if (earshot.running) recordBeside(earshot.running)
}
