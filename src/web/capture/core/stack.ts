// Reads the stack of the running code, as the text that the engine writes. It includes enough frames to reach those of the app, which are
// below ours. If the app has set a `stackTraceLimit` that is too low, or a `prepareStackTrace` that the engine would call, it is replaced
// while the stack is read, and then restored. No code of the app runs meanwhile, so the app notices nothing.

/** Ours, those of Node, and those of the app. */
const MAX_FRAMES = 60

// Not the variable, which apps replace.
const Native = Object.getPrototypeOf(TypeError) as ErrorConstructor
const { captureStackTrace } = Native as { captureStackTrace?: (holder: object) => void }
const { defineProperty, getOwnPropertyDescriptor: descriptorOf } = Object

/** Its lines; none if the app's settings cannot be set aside. */
export function stackLines (): string[] {
  return withProperty('prepareStackTrace', isHarmless, undefined, () =>
    withProperty('stackTraceLimit', isEnough, MAX_FRAMES, () => stackText().split('\n')))
}

function stackText (): string {
  // Without a prototype: the engine reads name and message of the holder for the first line.
  const holder: { stack?: unknown } = captureStackTrace ? Object.create(null) as object : new Native()
  captureStackTrace?.(holder)
  return typeof holder.stack === 'string' ? holder.stack : ''
}

/** Only V8 and Bun call it, and only if it is a function. */
function isHarmless (property: PropertyDescriptor | undefined): boolean {
  return property === undefined || ('value' in property && typeof property.value !== 'function')
}

// V8 keeps no frames without a limit. Engines that know no limit ignore ours.
function isEnough (property: PropertyDescriptor | undefined): boolean {
  return Number(property?.value) >= MAX_FRAMES
}

/** Calls `run` while the property of Error has this value, unless its own is good enough. */
function withProperty (
  name: string, isGood: (property: PropertyDescriptor | undefined) => boolean, value: unknown, run: () => string[]
): string[] {
  const before = descriptorOf(Native, name)
  if (isGood(before)) return run()
  try {
    defineProperty(Native, name, before?.writable ? { value } : { value, configurable: true })
  } catch {
    // It is frozen. Then a limit leaves fewer frames; but a function of the app must not be called.
    return name === 'prepareStackTrace' ? [] : run()
  }
  try {
    return run()
  } finally {
    if (before) defineProperty(Native, name, before)
    else Reflect.deleteProperty(Native, name)
  }
}
