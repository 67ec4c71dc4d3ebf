// The globals that React Native gives an app, as far as requests go, over http of Node: XMLHttpRequest, and blobs that only FileReader can
// read. Its fetch is the same package that React Native has, whatwg-fetch. `npm run check:beside` runs React Native's own code instead.
import { request as httpRequest } from 'node:http'

/** Assigns the globals to the global object of an app. */
export function giveGlobals (app) {
  class Blob {
    constructor (parts = [], { type = '' } = {}) {
      this.data = { bytes: Buffer.concat(parts.map(part => part instanceof Blob ? part.data.bytes : Buffer.from(String(part)))), type }
    }

    get size () { return this.data.bytes.length }
    get type () { return this.data.type }
    slice (start, end) { return of(this.data.bytes.subarray(start, end), this.type) }
  }
  const of = (bytes, type) => Object.assign(Object.create(Blob.prototype), { data: { bytes, type } })

  class Target {
    addEventListener (type, listener) { ((this.listeners ??= {})[type] ??= []).push(listener) }

    dispatch (type) {
      for (const listener of [...this.listeners?.[type] ?? [], this[`on${type}`]]) listener?.call(this, { type, target: this })
    }
  }

  class FileReader extends Target {
    readAsText ({ data }) { this.read(() => data.bytes.toString()) }
    readAsDataURL ({ data }) { this.read(() => `data:${data.type};base64,${data.bytes.toString('base64')}`) }
    readAsArrayBuffer ({ data }) { this.read(() => app.Uint8Array.from(data.bytes).buffer) }

    read (of) {
      setImmediate(() => {
        this.result = of()
        this.dispatch('load')
        this.dispatch('loadend')
      })
    }
  }

  class FormData {
    parts = []
    append (name, value) { this.parts.push([name, value]) }

    getParts () {
      return this.parts.map(([fieldName, value]) => typeof value === 'object' ? { ...value, fieldName } : { string: String(value), fieldName })
    }
  }

  class XMLHttpRequest extends Target {
    readyState = 0
    status = 0
    timeout = 0
    responseType = ''
    headers = {}
    text = ''

    open (method, url) {
      if (this.readyState !== 0) throw new Error('Cannot open, already sending')
      Object.assign(this, { method, url, isAborted: false })
      this.turn(1)
    }

    setRequestHeader (name, value) { this.headers[name.toLowerCase()] = String(value) }

    send (body) {
      if (this.readyState !== 1) throw new Error('Request has not been opened')
      if (this.sent) throw new Error('Request has already been sent')
      const [type, bytes] = bytesOf(body)
      const headers = { ...type && { 'content-type': type }, ...this.headers }
      this.sent = httpRequest(this.url, { method: this.method, headers }, reply => this.reply(reply))
      this.sent.on('error', error => this.end('error', `Failed to connect: ${error.message}`))
      if (this.timeout) this.sent.setTimeout(this.timeout, () => this.end('timeout'))
      this.sent.end(bytes)
    }

    abort () {
      const wasUnderWay = this.sent && this.readyState !== 4
      const { sent } = this
      this.reset()
      sent?.destroy()
      if (wasUnderWay) {
        this.turn(4)
        this.dispatch('abort')
        this.dispatch('loadend')
      }
      this.reset()
    }

    get responseText () {
      if (this.responseType) throw new Error("The 'responseText' property is only available if 'responseType' is set to '' or 'text'")
      return this.readyState < 3 ? '' : this.text
    }

    get response () {
      if (!this.responseType) return this.hasError ? '' : this.responseText
      if (this.readyState !== 4 || this.status === 0) return null
      this.parsed ??= this.responseType === 'blob'
        ? of(this.bytes, this.getResponseHeader('content-type') ?? '')
        : this.responseType === 'json' ? app.JSON.parse(this.text) : app.Uint8Array.from(this.bytes).buffer
      return this.parsed
    }

    getResponseHeader (name) { return this.replied?.[name.toLowerCase()] ?? null }

    getAllResponseHeaders () {
      return this.replied ? Object.entries(this.replied).map(([name, value]) => `${name}: ${String(value)}\r\n`).join('') : null
    }

    reply (reply) {
      if (!this.sent) return
      this.status = reply.statusCode
      this.replied = reply.headers
      this.turn(2)
      const pieces = []
      reply.on('data', piece => pieces.push(piece)).on('error', () => this.end('error', 'unexpected end of stream')).on('end', () => {
        if (!this.sent) return
        this.bytes = Buffer.concat(pieces)
        this.text = this.bytes.toString()
        this.turn(3)
        this.end('load')
      })
    }

    end (type, text) {
      if (!this.sent || this.readyState === 4) return
      this.sent.destroy()
      if (text) Object.assign(this, { text, hasError: true })
      this.turn(4)
      this.dispatch(type)
      this.dispatch('loadend')
    }

    turn (state) {
      this.readyState = state
      this.dispatch('readystatechange')
    }

    reset () { Object.assign(this, { readyState: 0, status: 0, text: '', sent: undefined, replied: undefined }) }
  }

  function bytesOf (body) {
    if (body instanceof Blob) return [body.type, body.data.bytes]
    if (body instanceof FormData) return ['multipart/form-data; boundary=b', body.getParts().map(part => `--b\r\n${JSON.stringify(part)}filename="${part.name}"\r\n`).join('')]
    return ArrayBuffer.isView(body) || Object.prototype.toString.call(body) === '[object ArrayBuffer]' ? ['', Buffer.from(body)] : ['', body]
  }

  Object.assign(app, { Blob, FileReader, FormData, XMLHttpRequest })
}
