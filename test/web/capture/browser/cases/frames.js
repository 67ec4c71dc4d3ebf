// Requests whose address is an object, such as a link; and objects and functions taken from another frame.
/* global add, outcome, XMLHttpRequest, document, location, history */
function newFrame () {
  return document.documentElement.appendChild(document.createElement('iframe')).contentWindow
}

function linkTo (name, href) {
  return Object.assign(document.createElement(name), { href })
}

add('frames: fetch of the location', async ({ at }) => {
  const { href } = location
  history.replaceState(null, '', at('text=here'))
  const text = await (await fetch(location)).text()
  history.replaceState(null, '', href)
  return text
})
add('frames: fetch of an anchor', async ({ at }) => (await fetch(linkTo('a', at('text=a&b=1')))).text())
add('frames: fetch of an anchor with a relative address', async ({ at, origin }) =>
  (await fetch(linkTo('a', at('text=a').replace(origin, '') + '#part'))).text())
add('frames: fetch of an anchor without an address that can be read', () => outcome(fetch(linkTo('a', 'http://'))))
add('frames: fetch of what only looks like an address', async () => [
  await outcome(fetch(Object.create(URL.prototype))),
  await outcome(fetch(Object.create(Request.prototype))).then(({ error }) => error),
  await outcome(fetch(new Proxy(new URL('/c', location), {})))
])
add('frames: fetch of a URL of another frame', async ({ at }) => (await fetch(new (newFrame().URL)(at('text=u')))).text())
add('frames: fetch of an anchor of another frame', async ({ at }) => {
  const { document: other } = newFrame()
  return (await fetch(Object.assign(other.createElement('a'), { href: at('text=u') }))).text()
})
add('frames: fetch of a Request of another frame', async ({ at }) => {
  const { Request: Other } = newFrame()
  const request = new Other(at('text=r'), { method: 'POST', body: '{"a":1}', headers: { 'content-type': 'application/json', 'x-a': '1' } })
  return [await (await fetch(request)).text(), request.bodyUsed]
})
add('frames: a Request of another frame as init', async ({ at }) => {
  const { Request: Other } = newFrame()
  return (await fetch(at('text=r'), new Other('/', { method: 'DELETE', headers: { 'x-a': '1' } }))).text()
})
add('frames: a Request as init', async ({ at }) => (await fetch(at('text=r'), new Request('/', { method: 'PUT', headers: { 'x-a': '1' } }))).text())
add('frames: Headers of another frame', async ({ at }) => {
  const { Headers: Other } = newFrame()
  return (await fetch(at('text=h'), { headers: new Other({ 'x-a': '1' }) })).text()
})
add('frames: XHR with a URL of another frame', ({ at }) => loadedXhr(new XMLHttpRequest(), xhr => {
  xhr.open('GET', new (newFrame().URL)(at('text=x')))
  xhr.send()
}))
add('frames: XHR with open of another frame', ({ at }) => loadedXhr(new XMLHttpRequest(), xhr => {
  newFrame().XMLHttpRequest.prototype.open.call(xhr, 'GET', at('text=opened'))
  xhr.setRequestHeader('x-a', '1')
  xhr.send()
}))
add('frames: XHR with open of another frame, and a body', ({ at }) => loadedXhr(new XMLHttpRequest(), xhr => {
  newFrame().XMLHttpRequest.prototype.open.call(xhr, 'POST', at('text=opened'))
  xhr.send('a body')
}))
add('frames: a synchronous XHR with open of another frame', ({ at }) => {
  const xhr = new XMLHttpRequest()
  newFrame().XMLHttpRequest.prototype.open.call(xhr, 'GET', at('text=opened'), false)
  xhr.send()
  return xhr.responseText
})
add('frames: misuse of send', () => [
  outcome((async () => XMLHttpRequest.prototype.send.call({ readyState: 1, addEventListener () { throw new Error('seen') } }))()),
  outcome((async () => new XMLHttpRequest().send())())
].reduce(async (all, one) => [...await all, await one], []))

function loadedXhr (xhr, start) {
  return new Promise(resolve => {
    xhr.onloadend = () => resolve([xhr.status, xhr.responseText, xhr.getAllResponseHeaders().length > 0])
    start(xhr)
  })
}
