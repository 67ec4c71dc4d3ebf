// Makes the first scripts of workers. Each starts the recorder, and then imports the page's script instead of containing it, so that line
// numbers in errors stay the same.
import { descriptorOf } from '../natives.js'
import type { KnownBlobs } from './known-blobs.js'
import type { PreludeOptions, PreludeSettings } from './prelude-settings.js'
import type { Allowed } from './probe.js'

const TYPE = 'text/javascript'
const createObjectURL = URL.createObjectURL.bind(URL)

interface Script {
  /** As the page gave it, absolute. */
  address: string
  /** From where the worker gets it. */
  main: string
  isModule: boolean
}

export class Wrappers {
  private readonly prelude: Blob

  constructor (
    private readonly text: string, private readonly options: PreludeOptions, private readonly blobs: KnownBlobs,
    private readonly allowed: Allowed
  ) {
    // All wrappers share it.
    this.prelude = new Blob([text])
  }

  /** Replaces the address in the arguments of `Worker`, and returns the new one; undefined if the worker starts as it is. */
  wrap (args: unknown[]): string | undefined {
    const [given, options] = args
    if (typeof given !== 'string' && !(given instanceof URL)) return undefined
    const type = typeOf(options)
    if (type === undefined) return undefined
    const url = new URL(given, document.baseURI)
    const isModule = type === 'module'
    if (isModule && !this.allowed.module) return undefined
    const wrapper = url.protocol === 'data:' ? this.ofData(url.href, isModule) : this.ofAddress(url, isModule)
    if (wrapper !== undefined) args[0] = wrapper
    return wrapper
  }

  private ofAddress (url: URL, isModule: boolean): string | undefined {
    const { href, protocol, origin } = url
    if (protocol === 'blob:') {
      const blob = this.blobs.of(href.replace(/#.*/, ''))
      if (!blob) return undefined
      // As a worker, any blob is a classic script; as an import, only one of this type.
      const main = createObjectURL(isModule ? blob : blob.slice(0, blob.size, TYPE))
      return this.wrapper({ address: href, main, isModule })
    }
    if (!this.allowed.all || !/^https?:/.test(href) || origin !== location.origin) return undefined
    return this.wrapper({ address: href, main: href, isModule })
  }

  private wrapper (script: Script): string {
    const start = (settings: PreludeSettings, ...rest: string[]) =>
      createObjectURL(new Blob([opening(settings), this.prelude, CLOSING, ...rest], { type: TYPE }))
    const { address, main, isModule } = script
    const isBlob = main !== address
    const settings = { options: this.options, address, isBase: !isBlob, spent: isBlob && isModule ? [main] : [] }
    if (isModule) {
      return createObjectURL(new Blob([`import ${quoted(start(settings))};import ${quoted(main)}`], { type: TYPE }))
    }
    const run = `importScripts(${quoted(main)})`
    return start(settings, isBlob ? `try{${run}}finally{URL.revokeObjectURL(${quoted(main)})}` : run)
  }

  /** A worker from a `data:` address has an origin of its own, and must keep that. */
  private ofData (address: string, isModule: boolean): string | undefined {
    if (!this.allowed.data) return undefined
    const start = opening({ options: this.options, address, isBase: false, spent: [] }) + this.text + CLOSING
    if (isModule) return dataOf(`import ${quoted(dataOf(start))};import ${quoted(address)}`)
    return dataOf(`${start}importScripts(${quoted(address)})`)
  }
}

/** Undefined if it cannot be read without calling code of the page, which would notice. */
function typeOf (options: unknown): string | undefined {
  if (options === undefined || options === null) return 'classic'
  if (Object.getPrototypeOf(options) !== Object.prototype) return undefined
  const property = descriptorOf(options, 'type')
  if (property?.get) return undefined
  return property?.value === undefined ? 'classic' : String(property.value)
}

// In a block, so that it is no variable of the worker.
function opening (settings: PreludeSettings): string {
  return `{const EARSHOT_GIVEN=${JSON.stringify(settings)};`
}
const CLOSING = '\n}'

function quoted (address: string): string {
  return JSON.stringify(address)
}

function dataOf (script: string): string {
  return `data:${TYPE};charset=utf-8,${encodeURIComponent(script)}`
}
