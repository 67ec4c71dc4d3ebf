// The browser's own functions, saved when this script ran, so that neither our patches nor the app's can affect the recorder. The
// annotations let the build leave out what a part does not use.

export const nativeFetch = /* @__PURE__ */ window.fetch?.bind(window)
export const nativeBeacon = /* @__PURE__ */ navigator.sendBeacon?.bind(navigator)
export const nowMs = /* @__PURE__ */ performance.now.bind(performance)
export const later = /* @__PURE__ */ window.setTimeout.bind(window)
export const never = /* @__PURE__ */ window.clearTimeout.bind(window)
export const soon = /* @__PURE__ */ window.queueMicrotask.bind(window)
export const { parse } = JSON
export const { getOwnPropertyDescriptor: descriptorOf } = Object
const encoder = /* @__PURE__ */ new TextEncoder()

export function utf8Bytes (text: string): number {
  return encoded(text).length
}

export function encoded (text: string): Uint8Array {
  return encoder.encode(text)
}
