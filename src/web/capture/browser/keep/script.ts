// /earshot-keep.js: the part that keeps what cannot be sent, as a module of its own.
export { keep1 } from './part.js'
