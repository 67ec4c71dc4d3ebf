// /earshot-delivery.js: the delivery as a module of its own, which loads the part for messages when the page opens its first stream.
import { deliveryPart } from './delivery.js'
import { loadMessages } from './late-messages.js'

/**
 * A page that was opened before the service was updated loads a newer delivery. The number in this name changes when an older recorder
 * cannot work with it: when its interface, `Delivery`, `Drafts` or their arguments change. `delivery1` got no bodies as bytes; this one
 * serves its recorders, too.
 */
export const delivery2 = deliveryPart(loadMessages)
export { delivery2 as delivery1 }
