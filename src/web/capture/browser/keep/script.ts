// /earshot-keep.js: the part that keeps what cannot be sent, as a separate module.
export { keep1 } from './part.js'
