// The arguments that the page passed to open() and overrideMimeType() of an XMLHttpRequest.

export interface Opened {
  /** In upper case. */
  method: string
  /** Absolute, without the fragment. */
  url: string
  isAsync: boolean
  /** User and password, if they were given. */
  credentials: unknown[]
}

/** Takes the arguments of open(). undefined if the address is an object that only the browser may convert to text. */
export function openedBy ([method, url, isAsync = true, ...credentials]: unknown[]): Opened | undefined {
  if (typeof method !== 'string' || (typeof url !== 'string' && !(url instanceof URL))) return undefined
  const { href } = new URL(url, document.baseURI)
  return { method: method.toUpperCase(), url: href.replace(/#.*/s, ''), isAsync: Boolean(isAsync), credentials }
}

export function takesNoBody ({ method }: Opened): boolean {
  return method === 'GET' || method === 'HEAD'
}

/** The arguments of overrideMimeType(): browsers keep them when the request is opened again. */
export const mimeTypes = new WeakMap<XMLHttpRequest, string>()
