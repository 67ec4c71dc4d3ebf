// The browser's own functions, saved when this script ran, so that neither our patches nor the app's can affect the recorder. The
// annotations `@__PURE__` let the build leave out what a part does not use.

export const nativeFetch = /* @__PURE__ */ globalThis.fetch?.bind(globalThis)
export const nativeBeacon = /* @__PURE__ */ navigator.sendBeacon?.bind(navigator)
export const nowMs = /* @__PURE__ */ performance.now.bind(performance)
export const startTimer = /* @__PURE__ */ globalThis.setTimeout.bind(globalThis)
export const stopTimer = /* @__PURE__ */ globalThis.clearTimeout.bind(globalThis)
export const nextMicrotask = /* @__PURE__ */ globalThis.queueMicrotask.bind(globalThis)
export const { parse } = JSON
export const { getOwnPropertyDescriptor: descriptorOf } = Object
const encoder = /* @__PURE__ */ new TextEncoder()

export function utf8Bytes (text: string): number {
  return encoded(text).length
}

export function encoded (text: string): Uint8Array {
  return encoder.encode(text)
}
