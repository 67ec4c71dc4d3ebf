// /earshot.js: what watches the requests of a page, in as few bytes as it goes. What delivers them is loaded behind it, once it is awake.
import { lateDelivery } from './late-delivery.js'
import { runScript } from './page-script.js'

/** Below where the service is mounted; its name tells its content. Put in by the build. */
declare const EARSHOT_DELIVERY: string

runScript(place => lateDelivery(place, EARSHOT_DELIVERY))
