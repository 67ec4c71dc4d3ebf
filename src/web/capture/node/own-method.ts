// Observes the calls of a method on single objects. The arguments and the effect of a call do not change, and the wrapper is not visible
// when the object is printed or its keys are listed.
import { quiet } from '../core/host.js'
import { lookAlike, type Native } from './look-alike.js'

export interface Watched {
  /** Returns false if the object has no such method. */
  watch (object: object): boolean
}

type See = (object: never, argument: unknown, args: unknown[]) => void

/** `see` gets the object, the first argument and all arguments, before the method runs. */
export function watchedMethod (name: string, see: See): Watched {
  // Objects of one class share the method, so they share a wrapper: a closure for each object would cost more.
  let native: unknown
  let descriptor: PropertyDescriptor = {}
  return {
    watch: object => {
      const method: unknown = Reflect.get(object, name)
      if (typeof method !== 'function') return false
      if (method !== native) {
        native = method
        descriptor = { value: wrapped(method as Native, see), configurable: true, writable: true, enumerable: false }
      }
      return Reflect.defineProperty(object, name, descriptor)
    }
  }
}

function wrapped (native: Native, see: See): Native {
  return lookAlike(native, native => ({
    call (...args) {
      quiet(() => see(this as never, args[0], args))
      return Reflect.apply(native, this, args)
    }
  }))
}
