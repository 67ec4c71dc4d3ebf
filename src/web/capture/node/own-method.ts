// A method of one object, seen before it runs: what it is given and what it does stay as they are. It does not show when the object is
// printed or its keys are read.
import { quiet } from '../core/host.js'

/** `see` gets the first argument. Nothing happens where there is no such method. */
export function addMethod (object: object, name: string, see: (argument: unknown) => void): boolean {
  const native: unknown = Reflect.get(object, name)
  if (typeof native !== 'function') return false
  const method = {
    [name] (this: unknown, ...args: unknown[]): unknown {
      quiet(() => see(args[0]))
      return Reflect.apply(native, this, args)
    }
  }[name]
  return Reflect.defineProperty(object, name, { value: method, configurable: true, writable: true, enumerable: false })
}
