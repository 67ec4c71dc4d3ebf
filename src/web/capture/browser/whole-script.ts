// /earshot-whole.js: the recorder in one file, for pages that let in nothing but what they know the hash of.
import { runScript } from './page-script.js'
import { wholeDelivery } from './whole-delivery.js'

runScript(() => wholeDelivery)
