// /earshot.js: the part that watches the requests of a page, as small as possible. When it starts to record, it loads the delivery.
import { lateDelivery } from './late-delivery.js'
import { runScript } from './page-script.js'

/** The path of the delivery script; its name contains a hash of its content. Set by the build. */
declare const EARSHOT_DELIVERY: string

runScript(place => lateDelivery(place, EARSHOT_DELIVERY))
