// Own properties of an XMLHttpRequest, which hide the browser's properties until the page opens the request again.
import { descriptorOf } from '../natives.js'

const prototype = XMLHttpRequest.prototype

interface Accessor { get: (xhr: XMLHttpRequest) => unknown, set: ((xhr: XMLHttpRequest, value: unknown) => void) | undefined }
export type Accessors = Record<string, Partial<Accessor>>

/**
 * Defines own properties; what is missing in an accessor is the browser's. They are not enumerable: those of other requests are not own.
 * Returns a function that deletes them. Those that the page has defined stay as they are.
 */
export function show (xhr: XMLHttpRequest, accessors: Accessors): () => void {
  const names = Object.keys(accessors).filter(name => !descriptorOf(xhr, name))
  for (const name of names) {
    const { get, set } = accessors[name] ?? {}
    const native = nativeOf(name)
    Object.defineProperty(xhr, name, {
      configurable: true,
      get: () => (get ?? native.get)(xhr),
      ...(native.set && { set: (value: unknown) => (set ?? native.set)?.(xhr, value) })
    })
  }
  return () => { for (const name of names) delete (xhr as unknown as Record<string, unknown>)[name] }
}

/** The browser's own property, whatever is shown. */
export function nativeOf (name: string): Accessor {
  const descriptor = descriptorOf(prototype, name)
  return {
    get: xhr => descriptor?.get?.call(xhr) as unknown,
    set: descriptor?.set && ((xhr, value) => { descriptor.set?.call(xhr, value) })
  }
}

/** The types that browsers know; they ignore others. */
export const TYPES = new Set(['', 'arraybuffer', 'blob', 'document', 'json', 'text'])

export function isText (type: string): boolean {
  return type === '' || type === 'text'
}

/** Throws what the browser throws if a property does not fit the type of a response. */
export function throwForType (name: string, type: string): unknown {
  const xhr = unopened()
  xhr.responseType = type as XMLHttpRequestResponseType
  return nativeOf(name).get(xhr)
}

/** The browser's own functions throw with it what they throw for a request that may not be changed. */
export function unopened (): XMLHttpRequest {
  return new XMLHttpRequest()
}
