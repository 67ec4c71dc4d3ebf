// /earshot-delivery.js: the delivery as a separate module. It loads the part for messages when the page opens its first stream and, if the
// page asks for it, the part that keeps what cannot be sent. The addresses of both parts are relative to its own address, which is in
// `assets/`.
import { deliveryPart } from './delivery.js'
import { partsAt } from './late-parts.js'

/**
 * A page that was opened before the service was updated loads a newer delivery. The number in this name changes when an older recorder
 * cannot work with it: when its interface, `Delivery`, `Drafts` or their arguments change. Recorders of `delivery1` send no bodies as
 * bytes, and those of `delivery2` write raw headers themselves: this one serves both, too.
 */
export const delivery3 = deliveryPart(partsAt('../'))
export { delivery3 as delivery1, delivery3 as delivery2 }
