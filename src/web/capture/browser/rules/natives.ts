// The browser's own functions for rules, saved when this part ran.
import { descriptorOf } from '../natives.js'

export const { Request: NativeRequest, Response: NativeResponse, Headers: NativeHeaders, TypeError: NativeTypeError } = window
export const nativeClone = descriptorOf(Response.prototype, 'clone')?.value as () => Response
/** Its setters throw the browser's own error: the headers of a real response cannot be changed. */
const immutable = Response.error().headers

export function define (target: object, members: Record<string, PropertyDescriptor>): void {
  for (const [name, member] of Object.entries(members)) {
    Object.defineProperty(target, name, { configurable: true, enumerable: false, ...member })
  }
}

/** Makes headers that cannot be changed, as those of a real response. */
export function freezeHeaders (headers: Headers): void {
  define(headers, {
    append: { value: (name: string, value: string) => immutable.append(name, value), writable: true },
    delete: { value: (name: string) => immutable.delete(name), writable: true },
    set: { value: (name: string, value: string) => immutable.set(name, value), writable: true }
  })
}
