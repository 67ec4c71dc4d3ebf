// Visits the shop automatically: sends every kind of request that routes.ts answers, some of them at once, and pauses between them as a
// person would.
/* global document, location, navigator, AbortController, File, FormData, XMLHttpRequest */
const JSON_TYPE = { 'content-type': 'application/json' }
const elsewhere = `http://127.0.0.1:${Number(location.port) + 1}`
const nobody = `http://127.0.0.1:${Number(location.port) + 2}`

const pause = ms => new Promise(resolve => setTimeout(resolve, ms))
const get = (path, init) => fetch(path, init).then(reply => reply.text())
const send = (method, path, body, headers = JSON_TYPE) => get(path, { method, headers, body })

async function browse () {
  const { items } = await fetch('/api/products?page=1&size=8').then(reply => reply.json())
  document.querySelector('#goods').innerHTML =
    items.slice(0, 6).map((item, i) => `<li><img src="/images/${i + 1}.png" alt=""> ${item.name}</li>`).join('')
  await Promise.all([get('/api/motd'), get('/api/terms'), get('/api/news.xml')])
  await pause(300)
  await get('/api/products?page=2')
  await get('/api/products?page=3')
  await get('/api/products?page=99')
  await get('/api/terms', { headers: { 'if-none-match': '"terms-7"' } })
}

async function search () {
  for (const q of ['茶壺', 'إبريق شاي', 'Cafe\u0301', '𠮷野家 𝒯ℯ𝒶', '👩‍👩‍👧‍👦 & 🏳️‍🌈', 'a+b=c&d %20#']) {
    await get(`/api/search?q=${encodeURIComponent(q)}&lang=中文`)
  }
  await Promise.all([
    get('/api/products/茶壺-ティーポット'), get('/api/products/إبريق'), get('/api/products/👩‍🍳'), get('/api/products/9007199254740996')
  ])
}

async function mistakes () {
  await get('/api/products?page=zero')
  await get('/api/products/0')
  await get('/nowhere/无/%F0%9F%8D%B5')
  await get('/api/broken')
  await get('/api/busy')
  await send('POST', '/api/session', JSON.stringify({ user: 'zoe', password: 'wrong' }))
  await send('POST', '/api/orders', JSON.stringify({ items: [] }))
}

async function order () {
  await send('POST', '/api/session', JSON.stringify({ user: 'Zoë 陳', password: 'correct horse 電池' }))
  await send('PUT', '/api/cart/items/1', '{"product":9007199254740993,"quantity":2,"note":"礼物 🎁"}')
  await send('PATCH', '/api/cart/items/1', '{"quantity":3}')
  await send('DELETE', '/api/cart/items/1')
  await get('/api/cart/empty', { method: 'POST' })
  await get('/api/coupons', { method: 'POST', body: new URLSearchParams([['code', 'ÉTÉ+2024 & more'], ['for', '陳 👨‍👩‍👦'], ['empty', '']]) })
  await get('/api/checkout', { method: 'POST', headers: JSON_TYPE, body: '{"items":[{"id":9007199254740993}],"address":"Καλλιθέα 7"}' })
  await send('POST', '/api/graphql', JSON.stringify({ query: '{ viewer { name age } }', variables: { id: '𠮷' } }))
}

async function upload () {
  const form = new FormData()
  form.append('stars', '5')
  form.append('text', 'Sehr schön — 很好 — رائع 🫖')
  form.append('photo', new File([await fetch('/images/1.png').then(reply => reply.arrayBuffer())], '照片 1.png', { type: 'image/png' }))
  await get('/api/reviews', { method: 'POST', body: form })
  const words = new FormData()
  words.append('text', 'no file\r\njust words')
  await get('/api/reviews', { method: 'POST', body: words })
  await get('/api/avatar', { method: 'PUT', headers: { 'content-type': 'application/octet-stream' }, body: Uint8Array.from({ length: 256 }, (_, i) => i) })
  navigator.sendBeacon('/api/log', 'level=info 起動しました')
  await send('POST', '/api/log', 'line of a log, строка журнала\n'.repeat(600), { 'content-type': 'text/plain' })
}

async function roundabout () {
  document.querySelector('#newsletter').submit()
  await get('/old-products')
  await get('/go/tea')
  await get('/api/products', { method: 'HEAD' })
  await get('/api/products', { method: 'OPTIONS' })
  await get('/api/nothing')
  await get('/légal/年報.txt')
  await get('/api/prices.bin')
  await get('/api/trace', { headers: { 'x-trace': 'f00dcafe;'.repeat(600), 'x-customer': 'Jürgen' } })
}

async function slow () {
  const controller = new AbortController()
  const given = get('/api/recommendations', { signal: controller.signal }).catch(() => {})
  const all = [get('/api/report'), get('/api/catalogue'), get('/api/stock.csv'), get('/api/events'), get(nobody + '/down').catch(() => {})]
  await pause(400)
  controller.abort()
  await Promise.all([given, ...all, byXhr('/api/products?page=1&via=xhr')])
  await get(elsewhere + '/metrics/visit')
  await send('PUT', elsewhere + '/metrics/visit', '{"pages":1}', { ...JSON_TYPE, 'x-client': 'phone' })
  await get('/api/session', { method: 'DELETE' })
}

function byXhr (path) {
  return new Promise(resolve => {
    const xhr = new XMLHttpRequest()
    xhr.open('GET', path)
    xhr.onloadend = resolve
    xhr.send()
  })
}

for (const part of [browse, search, mistakes, order, upload, roundabout, slow]) {
  await part()
  await pause(500)
}
document.body.dataset.visited = 'yes'
