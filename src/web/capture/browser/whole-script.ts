// /earshot-whole.js: the recorder in one file, for pages that let in nothing but what they know the hash of.
import { deliveryTo } from './delivery.js'
import { nativeFetch } from './natives.js'
import { runScript } from './page-script.js'

runScript(() => (recorder, service, options, host) => recorder.deliverBy(deliveryTo(service, nativeFetch, options, host)))
