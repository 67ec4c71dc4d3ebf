// What masks and sends the requests of a page. /earshot.js loads it as a module of its own, so that the page does not wait for it.
import { Delivery, type Deliver } from '../core/delivery.js'
import type { Host } from '../core/host.js'
import type { CaptureOptions } from '../core/options.js'
import type { Service } from './service.js'
import { browserTransport } from './transport.js'

/** `nativeFetch`: the browser's own. */
export function deliveryTo (service: Service, nativeFetch: typeof fetch, options: CaptureOptions, host: Host): Deliver {
  return (report, gather) => new Delivery(options, browserTransport(service, nativeFetch, host), host, report, gather)
}
