// The browser's own functions, saved when this script ran, so that neither our patches nor the app's can affect the recorder.

export const nativeFetch = window.fetch?.bind(window)
export const nativeBeacon = navigator.sendBeacon?.bind(navigator)
export const nowMs = performance.now.bind(performance)
export const later = window.setTimeout.bind(window)
export const never = window.clearTimeout.bind(window)
export const soon = window.queueMicrotask.bind(window)
export const { parse } = JSON
export const { getOwnPropertyDescriptor: descriptorOf } = Object
const encoder = new TextEncoder()

export function utf8Bytes (text: string): number {
  return encoded(text).length
}

export function encoded (text: string): Uint8Array {
  return encoder.encode(text)
}
