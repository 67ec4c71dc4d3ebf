// Makes functions that replace those of Node and of undici, and look the same. They have the same name, length and other properties, and
// the same source text, which some apps and libraries compare to find out whether a function was replaced. They are not proxies, because
// newer versions of Node print proxies as `Proxy(…)`.

export type Native = (this: unknown, ...args: unknown[]) => unknown
/** Makes the replacement, written as a method: then it has no `prototype` of its own. It calls the native function itself. */
export type Make = (native: Native) => { call: Native }

const { defineProperty, defineProperties, getOwnPropertyDescriptor, getOwnPropertyDescriptors } = Object
const natives = new WeakMap<object, Native>()

export function lookAlike (native: Native, make: Make): Native {
  const { call } = make(native)
  natives.set(call, native)
  return defineProperties(call, getOwnPropertyDescriptors(native))
}

/** Replaces a method, if there is one. Returns a function that restores it, unless other code has replaced it since. */
export function replaceMethod (owner: object, name: string, make: Make): () => void {
  const before = getOwnPropertyDescriptor(owner, name)
  if (typeof before?.value !== 'function' || !before.configurable) return () => {}
  const made = lookAlike(before.value as Native, make)
  defineProperty(owner, name, { ...before, value: made })
  return () => {
    if (getOwnPropertyDescriptor(owner, name)?.value === made) defineProperty(owner, name, before)
  }
}

/** Nothing else changes what is read as the source text of a function. */
export function keepSourceTexts (): () => void {
  return replaceMethod(Function.prototype, 'toString', native => ({
    call (...args) {
      return Reflect.apply(native, natives.get(this as object) ?? this, args)
    }
  }))
}
