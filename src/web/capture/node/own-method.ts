// Observes the calls of a method of one object. Its arguments and its effect do not change, and the wrapper is not visible when the object
// is printed or its keys are listed.
import { quiet } from '../core/host.js'

/** `see` gets the first argument, before the method runs. Returns false if there is no such method. */
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
