// /earshot-beside.js: gives the recorder of the page, which may have started already, the part for everything else: see part.ts.
import type { Running, Start } from '../page-earshot.js'
import { recordBeside } from './part.js'

const earshot = (window as unknown as Record<symbol, { running?: Running, beside1?: Start } | undefined>)[Symbol.for('earshot')]
if (earshot) {
  earshot.beside1 = recordBeside
  if (earshot.running) recordBeside(earshot.running)
}
