// Uses of each way in which a React Native app can make requests. They run in the app, with the globals that React Native has there. Each
// use returns what the app saw.
/* global fetch, FormData, Blob, XMLHttpRequest */

/** `base`: the server's address. `closed`: a port where nobody listens. `file`: the address of a file of the device. */
export function usesOf ({ base, closed, file }) {
  return {
    'fetch json': async () => { const got = await fetch(`${base}/json`); return [got.status, got.ok, got.headers.get('content-type'), await got.json()] },
    'fetch text': async () => await (await fetch(`${base}/text?a=1#b`, { headers: { authorization: 'Bearer secret-token-1', 'x-a': 'b' } })).text(),
    'fetch post': async () => await (await fetch(`${base}/echo`, { method: 'POST', body: '{"password":"p","n":1}', headers: { 'Content-Type': 'application/json' } })).text(),
    'fetch form': async () => {
      const form = new FormData()
      form.append('kind', 'photo')
      form.append('picture', { uri: file, name: 'a.png', type: 'image/png' })
      const text = await (await fetch(`${base}/echo?form`, { method: 'POST', body: form })).text()
      return [text.includes('photo'), text.includes('filename="a.png"')]
    },
    'fetch blob': async () => { const blob = await (await fetch(`${base}/png`)).blob(); return [blob.size, blob.type, blob instanceof Blob] },
    'fetch unread': async () => (await fetch(`${base}/json?unread`)).status,
    'fetch missing': async () => { const got = await fetch(`${base}/missing`); return [got.status, got.headers.get('x-a'), await got.text()] },
    'fetch empty': async () => { const got = await fetch(`${base}/empty`); return [got.status, await got.text()] },
    'fetch head': async () => { const got = await fetch(`${base}/json?head`, { method: 'HEAD' }); return [got.status, await got.text()] },
    'fetch aborted': async () => {
      const abort = new AbortController()
      const got = failed(fetch(`${base}/hang?fetch`, { signal: abort.signal }))
      setTimeout(() => abort.abort(), 20)
      return await got
    },
    'fetch refused': async () => await failed(fetch(`${closed}/none`)),
    'fetch of a file': async () => await failed(fetch('file:///nowhere/at/all')).then(() => 'over'),
    'xhr text': () => asked('GET', `${base}/text?xhr`, { events: true }),
    'xhr upload': () => asked('PUT', `${base}/echo?put`, { body: 'ünïcode', headers: { 'content-type': 'text/plain' } }),
    'xhr json': () => asked('GET', `${base}/json?xhr`, { type: 'json' }),
    'xhr bytes': async () => new Uint8Array(await asked('GET', `${base}/png?xhr`, { type: 'arraybuffer', plain: true })).join(),
    'xhr send bytes': () => asked('POST', `${base}/digest`, { body: new Uint8Array([1, 2, 250, 255]) }),
    'xhr aborted': () => asked('GET', `${base}/hang?xhr`, { then: xhr => { setTimeout(() => xhr.abort(), 20) } }),
    'xhr times out': () => asked('GET', `${base}/hang?late`, { timeout: 50 }),
    'xhr refused': () => asked('GET', `${closed}/xhr`),
    'xhr cut off': () => asked('GET', `${base}/half`),
    'xhr sent twice': () => asked('GET', `${base}/text?twice`, { then: xhr => { try { xhr.send() } catch (error) { return String(error) } } }),
    'xhr aborted when it has loaded': () => asked('GET', `${base}/text?over`, { loaded: xhr => xhr.abort() }),
    'xhr not opened': async () => { try { new XMLHttpRequest().send() } catch (error) { return String(error) } },
    'how it looks': async () => [
      fetch.name, fetch.length, XMLHttpRequest.name, XMLHttpRequest.prototype.open.length, XMLHttpRequest.prototype.send.name,
      Object.keys(new XMLHttpRequest()).length, new XMLHttpRequest().constructor === XMLHttpRequest
    ]
  }
}

export async function run (uses) {
  const saw = {}
  for (const name of Object.keys(uses)) saw[name] = await uses[name]()
  return saw
}

async function failed (promise) {
  try {
    return (await promise).status
  } catch (error) {
    return `${error.name}: ${error.message}`
  }
}

function asked (method, url, { body, type, headers = {}, timeout, events, plain, then, loaded } = {}) {
  return new Promise(resolve => {
    const saw = []
    const xhr = new XMLHttpRequest()
    // Only if it is asked for: with such a listener, the platform reports each piece.
    if (events) for (const name of ['readystatechange', 'progress', 'load', 'loadend']) xhr.addEventListener(name, () => saw.push(`${name} ${xhr.readyState}`))
    for (const name of ['abort', 'error', 'timeout']) xhr.addEventListener(name, () => saw.push(name))
    xhr.onload = () => {
      saw.push(xhr.status, xhr.getAllResponseHeaders()?.replace(/^date:.*\r\n/m, ''), type ? xhr.response : xhr.responseText)
      const { response } = xhr
      loaded?.(xhr)
      if (plain) resolve(response)
    }
    xhr.onloadend = () => resolve(saw)
    xhr.open(method, url)
    if (type) xhr.responseType = type
    if (timeout) xhr.timeout = timeout
    for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value)
    xhr.send(body)
    saw.push(then?.(xhr))
  })
}
