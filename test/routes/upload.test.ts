import t from 'tap'
import { request } from 'node:http'
import { call, newSession, PIXEL, watch, type Reply } from '../support/client.js'
import { keyNames } from '../support/inspect.js'
import { startRedis } from '../support/redis.js'
import { startReplica } from '../support/replica.js'

const redis = await startRedis(t)
const replica = await startReplica(t, redis, { UPLOAD_LIMIT: '100kb' })

const JPEG = Buffer.concat([
  Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'), Buffer.alloc(500, 7), Buffer.from('ffd9', 'hex')
])
const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
const WEBP = Buffer.from('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA', 'base64')

function upload (session: string, parts: [string, Buffer | string, string?][]): Promise<Reply> {
  const form = new FormData()
  for (const [name, content, type = 'application/octet-stream'] of parts) {
    if (typeof content === 'string') form.append(name, content)
    else form.append(name, new Blob([new Uint8Array(content)], { type }), 'any name.txt')
  }
  return call(replica, `/upload?sessionId=${session}`, { method: 'POST', body: form })
}

t.test('stores, announces, lists and serves a screenshot with its detected type', async t => {
  const session = newSession()
  const viewer = await watch(t, replica, session)
  await viewer.next()
  for (const [type, image] of [['image/jpeg', JPEG], ['image/png', PNG], ['image/gif', PIXEL], ['image/webp', WEBP]] as const) {
    const reply = await upload(session, [['note', 'ignored'], ['screenshot', image, 'text/html']])
    t.match(reply, { status: 200, body: { success: true, id: String, url: String } })
    const { id, url } = reply.body as { id: string, url: string }
    const announced = await viewer.next()
    t.match(announced, { type: 'screenshot-received', data: { id, url, type, size: image.length, timestamp: Number } })
    const served = await fetch(replica.url + url)
    t.same(Buffer.from(await served.arrayBuffer()), image)
    t.equal(served.headers.get('content-type'), type)
    t.equal(served.headers.get('x-content-type-options'), 'nosniff')
    t.equal(served.headers.get('content-security-policy'), "default-src 'none'; sandbox")
    const head = await fetch(replica.url + url, { method: 'HEAD' })
    for (const name of ['content-type', 'content-length', 'content-security-policy', 'x-content-type-options', 'cache-control']) {
      t.equal(head.headers.get(name), served.headers.get(name), `HEAD has the same header: ${name}`)
    }
    const { body } = await call(replica, `/capture/screenshots?sessionId=${session}`)
    t.same((body as unknown[]).at(-1), (announced as { data: unknown }).data)
  }
  t.match(await call(replica, `/capture/screenshots/none?sessionId=${session}`),
    { status: 404, body: { error: 'There is no such screenshot in this session' } })
  t.match(await call(replica, `/capture/screenshots/1-a?sessionId=${newSession()}`), { status: 404 })
})

t.test('accepts all variants of the four formats', async t => {
  const session = newSession()
  const animated = Buffer.concat([PNG.subarray(0, 33), Buffer.from('000000086163544c0000000100000000b92d6d15', 'hex'), PNG.subarray(33)])
  const commented = Buffer.concat([
    PNG.subarray(0, 33), Buffer.from('00014e2074455874', 'hex'), Buffer.alloc(0x14e20 + 4), PNG.subarray(33)
  ])
  const jpegs = ['ffd8ffe1', 'ffd8ffdb', 'ffd8ffee', 'ffd8ffc2', 'ffd8fffe'].map(start => Buffer.from(`${start}0004ffd9`, 'hex'))
  const webps = ['VP8X', 'VP8L', 'VP8 '].map(kind => Buffer.from(`RIFF\x1a\0\0\0WEBP${kind}`))
  for (const [type, images] of [
    ['image/png', [animated, commented]], ['image/jpeg', jpegs], ['image/webp', webps],
    ['image/gif', [Buffer.from('GIF87a;'), Buffer.from('GIF89a;')]]
  ] as const) {
    for (const image of images) {
      const { status, body } = await upload(session, [['screenshot', image]])
      t.equal(status, 200, image.toString('hex', 0, 16))
      t.equal((await fetch(replica.url + (body as { url: string }).url)).headers.get('content-type'), type)
    }
  }
})

t.test('HEAD of a screenshot does not read the image', async t => {
  const session = newSession()
  const { url } = (await upload(session, [['screenshot', PNG]])).body as { url: string }
  const before = await bytesRead()
  const image = Buffer.concat([PNG, Buffer.alloc(90_000)])
  const large = (await upload(session, [['screenshot', image]])).body as { url: string }
  t.equal((await call(replica, large.url, { method: 'HEAD' })).headers.get('content-length'), String(image.length))
  t.equal((await call(replica, url, { method: 'HEAD' })).status, 200)
  t.ok(await bytesRead() - before < image.length)
  t.equal((await call(replica, '/capture/screenshots/none?sessionId=15-characters--', { method: 'HEAD' })).status, 404)
})

t.test('rejects anything that is not a screenshot, and stores and announces nothing', async t => {
  const session = newSession()
  const viewer = await watch(t, replica, session)
  await viewer.next()
  const before = await keyNames(redis.client, '*')
  const tooLarge = /^The screenshot is larger than the limit of 100 KiB \(UPLOAD_LIMIT\)$/
  const cases: [Reply, number, RegExp][] = [
    [await upload(session, [['screenshot', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/png']]), 415,
      /JPEG, PNG, WebP or GIF/],
    [await upload(session, [['screenshot', Buffer.from('%PDF-1.7 ...........'), 'image/png']]), 415, /JPEG, PNG, WebP or GIF/],
    [await upload(session, [['screenshot', Buffer.alloc(0), 'image/png']]), 415, /JPEG, PNG, WebP or GIF/],
    [await upload(session, [['picture', PNG, 'image/png']]), 400, /must be named "screenshot"/],
    [await upload(session, [['screenshot', 'a text field']]), 400, /one file part named "screenshot"/],
    [await upload(session, []), 400, /./],
    [await upload(session, [['screenshot', PNG], ['screenshot', PNG]]), 400, /only one file part/],
    [await upload(session, [['screenshot', Buffer.concat([PNG, Buffer.alloc(101 * 1024)])]]), 413, tooLarge],
    [await upload(session, [['screenshot', Buffer.concat([PNG, Buffer.alloc(5 * 1024 * 1024)])]]), 413, tooLarge],
    [await raw(session, 'application/json', '{}'), 415, /./],
    [await raw(session, 'text/plain', 'hello'), 415, /: send multipart\/form-data$/],
    [await raw(session, 'multipart/form-data', 'no boundary'), 400, /./],
    [await raw(session, 'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="screenshot"; filename="a"\r\n\r\nends too early'), 400, /./],
    [await call(replica, `/upload?sessionId=${session}`, { method: 'POST' }), 415, /multipart/]
  ]
  for (const [n, [reply, status, sentence]] of cases.entries()) t.match(reply, { status, body: { error: sentence } }, `case ${n}`)
  t.same(await keyNames(redis.client, '*'), before)
  await upload(session, [['screenshot', PNG]])
  t.match(await viewer.next(), { type: 'screenshot-received', prev: '0-0' })
})

t.test('an upload that is aborted stores nothing', async t => {
  const session = newSession()
  const sending = request(`${replica.url}/upload?sessionId=${session}`, {
    method: 'POST', headers: { 'content-type': 'multipart/form-data; boundary=x', 'content-length': 50_000 }
  })
  const ended = new Promise(resolve => sending.once('close', resolve))
  sending.on('error', () => {}).write('--x\r\nContent-Disposition: form-data; name="screenshot"; filename="a"\r\n\r\n')
  sending.write(PNG, () => sending.destroy())
  await ended
  t.same((await call(replica, `/capture/screenshots?sessionId=${session}`)).body, [])
})

/** Returns the number of bytes that Redis has sent. */
async function bytesRead (): Promise<number> {
  return Number(/total_net_output_bytes:(\d+)/.exec(await redis.client.info('stats'))![1])
}

function raw (session: string, contentType: string, body: string): Promise<Reply> {
  return call(replica, `/upload?sessionId=${session}`, { method: 'POST', headers: { 'content-type': contentType }, body })
}
