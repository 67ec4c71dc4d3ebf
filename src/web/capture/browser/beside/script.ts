// /earshot-beside.js: gives the part for what happens beside the requests to the recorder of the page, which may have started already.
import type { Running, Start } from '../page-earshot.js'
import { hearBeside } from './part.js'

const earshot = (window as unknown as Record<symbol, { running?: Running, beside1?: Start } | undefined>)[Symbol.for('earshot')]
if (earshot) {
  earshot.beside1 = hearBeside
  if (earshot.running) hearBeside(earshot.running)
}
