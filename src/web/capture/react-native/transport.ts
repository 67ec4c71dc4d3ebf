// Sends batches by React Native's own XMLHttpRequest, as it was when this module was loaded. React Native's fetch would keep each answer as
// a blob.
import { addressAt, type Service } from '../browser/service.js'
import type { BatchAnswer, Transport } from '../core/host.js'

const TIMEOUT_MS = 20_000
/** What Android and iOS say if the app may not use plain HTTP. */
const FORBIDDEN = /cleartext|app transport security/i

const Xhr = globalThis.XMLHttpRequest as typeof XMLHttpRequest | undefined
const { open, setRequestHeader, send } = (Xhr?.prototype ?? {}) as Partial<Record<'open' | 'setRequestHeader' | 'send', Function>>

/** `forbidden`: called with the reason if the platform does not allow the app to reach the service. */
export function nativeTransport (service: Service, forbidden: (reason: string) => void): Transport {
  const ask = async (method: string, path: string, body?: string) => {
    try {
      return await asked(method, addressAt(service, path), body)
    } catch (error) {
      if (error instanceof Error && FORBIDDEN.test(error.message)) {
        forbidden(`the app may not use plain HTTP (${error.message}); docs/recorder-react-native.md says how to allow it`)
      }
      throw error
    }
  }
  return {
    send: async body => await ask('POST', 'capture/batch', body),
    async online () {
      const { status, text } = await ask('GET', 'capture/online')
      if (status !== 200) throw new Error(`the service answered ${status}`)
      return (JSON.parse(text) as { online?: unknown }).online === true
    }
  }
}

export interface Picture {
  /** Where the file is on the device, such as `file:///…/screen.png`. */
  uri: string
}

/** Resolves with the address of the picture; rejects if the service did not accept it. */
export async function uploadScreenshot ({ uri }: Picture, service: Service): Promise<string> {
  const form = new FormData()
  // The service goes by the content, not by this type.
  form.append('screenshot', { uri, name: 'screenshot', type: 'image/png' } as never)
  const { status, text } = await asked('POST', addressAt(service, 'upload'), form)
  const said = JSON.parse(text) as { url?: string, error?: string }
  if (said.url === undefined) throw new Error(`Earshot: ${said.error ?? status}`)
  return /^https?:/.test(said.url) ? said.url : originOf(service.base) + said.url
}

export function originOf (address: string): string {
  return /^[a-z]+:\/\/[^/]*/i.exec(address)?.[0] ?? ''
}

function asked (method: string, address: string, body?: string | FormData): Promise<BatchAnswer> {
  return new Promise((resolve, reject) => {
    if (!Xhr) throw new Error('there is no XMLHttpRequest')
    const xhr = new Xhr()
    xhr.onload = () => {
      const seconds = Number(xhr.getResponseHeader('retry-after') ?? 0)
      resolve({ status: xhr.status, text: xhr.responseText, retryAfterMs: seconds * 1000 || 0 })
    }
    xhr.onerror = () => reject(new Error(xhr.responseText || 'network error'))
    xhr.ontimeout = () => reject(new Error('no answer'))
    open?.call(xhr, method, address, true)
    xhr.timeout = TIMEOUT_MS
    xhr.withCredentials = false
    // Android sends no text without a type.
    if (typeof body === 'string') setRequestHeader?.call(xhr, 'content-type', 'text/plain;charset=UTF-8')
    send?.call(xhr, body)
  })
}
