// /earshot-whole.js: the recorder in one file, for pages whose policy allows only scripts with a known hash.
import { partsAt } from './late-parts.js'
import { runScript } from './page-script.js'
import { wholeDelivery } from './whole-delivery.js'

runScript(place => wholeDelivery(partsAt(place).keep))
