// A session as one HTML file: everything can be read back, and no content can break out of its block.
import t from 'tap'
import { pipeline, Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { savedLines, savedPage, savedTemplate, type SavedPageOptions } from '../../src/saved/saved-page.js'
import type { Entry } from '../../src/schema/entry.js'
import { entryWith as entry } from '../exchange/entry.js'
import { readSavedFile } from '../support/saved-file.js'
import { until } from '../support/until.js'

const TEMPLATE = '<html><body><!--data--></body></html>'
const HOSTILE = '</script><script>alert(1)</script><!--<script> ]]> \u2028\u2029 \u0000 \ud800 \udfff <!--data--> "\'` 中文 \u{1f600}'

const ABOUT = { version: '1.2.3', session: '15-characters--', savedMs: 1, isPart: false, secrets: 'redact' as const }
const OPTIONS: Omit<SavedPageOptions<string, string>, 'lines' | 'written'> = {
  template: savedTemplate(TEMPLATE),
  about: ABOUT,
  gzip: texts => pipeline(Readable.from(texts), createGzip(), () => {}),
  screenshots: async () => [],
  imageOf: async () => undefined
}

t.test('any content can be read back unchanged, and none of it appears verbatim in the file', async t => {
  const entries = ['api', 'request', 'response', 'requestHeader', 'storage', 'note'].map((field, n) =>
    entry({ id: `${n}-a`, [field]: HOSTILE }))
  const html = await made({ entries: each(entries), secrets: 'keep' })
  t.same(readSavedFile(html).entries, entries)
  t.equal(html.match(/<script/g)?.length, 3, 'blocks: about, entries, end')
  t.match(html, /^<html><body><script type="application\/octet-stream" class="about" data-facts="[\w+/=]+">\n<\/script>\n<script[^<]+>\n[\w+/=\n]+<\/script>\n<script[^<]+>\n<\/script>\n<\/body><\/html>$/)
})

t.test('a session id cannot break out of its attribute', async t => {
  const session = '"><script>x</s\u2028'
  const html = await made({ about: { ...ABOUT, session } })
  t.equal(readSavedFile(html).about.session, session)
  t.notMatch(html, /<script>/)
})

t.test('redacts values of the default names, also in notes, unless secrets are kept', async t => {
  const secret = 's3cr3t-value'
  const entries = [entry({
    api: `/a?token=${secret}`,
    requestHeader: `Authorization: Bearer ${secret}\nCookie: a=${secret}`,
    request: `{"password":"${secret}"}`,
    storage: `{"accessToken":"${secret}"}`,
    mark: { note: `password=${secret}` },
    note: `token=${secret}`
  })]
  t.notMatch(readSavedFile(await made({ entries: each(entries) })).text, secret)
  t.same(readSavedFile(await made({ entries: each(entries), secrets: 'keep' })).entries, entries)
})

t.test('every line of base64 can be decoded separately, for parts of any size', async t => {
  const entries = Array.from({ length: 300 }, (_, n) => entry({ id: `${n}-a`, response: noise(n, 2000 + n) }))
  const html = await made({ entries: each(entries), secrets: 'keep' })
  const lines = /class="entries">\n([^<]*)</.exec(html)![1]!.trimEnd().split('\n')
  t.ok(lines.length > 3, `${lines.length} lines`)
  t.same(lines.slice(0, -1).map(line => line.length), lines.slice(0, -1).map(() => 64 * 1024 - 4))
  t.same(readSavedFile(html).entries, entries)
  t.equal(readSavedFile(html).end.entries, 300)
})

t.test('a page without entries is valid, too', async t => {
  const { entries, end } = readSavedFile(await made({}))
  t.same([entries, end], [[], { entries: 0, leftOut: 0 }])
})

t.test('keeps the newest screenshots up to 16 MB, and omits missing ones', async t => {
  const [MB, images] = [1024 * 1024, ['old', 'big', 'gone', 'new']]
  const shots = images.map((id, n) => ({ id, type: 'image/png', size: n === 1 ? 15 * MB : MB, timestamp: n }))
  const html = await made({ screenshots: async () => shots, imageOf: async ({ id }) => id === 'gone' ? undefined : Buffer.from(id) })
  const { screenshots, end } = readSavedFile(html)
  t.same(screenshots.map(({ id, image }) => [id, image.toString()]), [['new', 'new']])
  t.equal(end.leftOut, 2)
})

t.test('a part of a session has only the screenshots of its time', async t => {
  const shots = [1000, 93_000, 103_000, 120_000].map(timestamp => ({ id: String(timestamp), type: 'image/png', size: 1, timestamp }))
  const times = async (isPart: boolean, entries: Entry[]) => readSavedFile(await made({
    about: { ...ABOUT, isPart }, entries: each(entries), screenshots: async () => shots, imageOf: async () => Buffer.from('x')
  })).screenshots.map(({ timestamp }) => timestamp)
  const some = [entry({ startTime: 97_000, timeConsuming: 1000 }), entry({ startTime: 98_500, timeConsuming: 0 })]
  t.same(await times(true, some), [93_000, 103_000])
  t.same(await times(false, some), shots.map(({ timestamp }) => timestamp))
  t.same(await times(true, []), [])
})

t.test('stops reading entries when the client stops, and waits for slow clients without buffering all', async t => {
  let [asked, isEnded] = [0, false]
  const pieces = savedPage({
    ...OPTIONS,
    ...savedLines((async function * () {
      try {
        for (;;) yield entry({ id: `${asked++}-a`, response: noise(asked, 100_000) })
      } finally { isEnded = true }
    })(), 'redact')
  })
  for (let n = 0; n < 5; n++) await pieces.next()
  const before = asked
  t.ok(before < 40, `${before} entries for five pieces`)
  await pieces.return(undefined)
  await until('the entries are ended, too', async () => isEnded)
})

t.test('an entry that cannot be read ends the page with its error', async t => {
  await t.rejects(made({ entries: (async function * () { throw new Error('too large') })() }), { message: 'too large' })
  t.throws(() => savedTemplate('none'), /no place/)
})

interface Made extends Partial<typeof OPTIONS> { entries?: AsyncIterable<Entry>, secrets?: 'redact' | 'keep' }

async function made ({ entries = each([]), secrets = 'redact', ...options }: Made): Promise<string> {
  const pieces: string[] = []
  for await (const piece of savedPage({ ...OPTIONS, ...savedLines(entries, secrets), ...options })) pieces.push(piece)
  return pieces.join('')
}

async function * each (entries: Entry[]): AsyncGenerator<Entry> {
  yield * entries
}

/** Makes a text that compresses badly, and is the same every time. */
function noise (seed: number, length: number): string {
  let [state, text] = [seed * 7919 + 1, '']
  while (text.length < length) {
    state = (state * 1103515245 + 12345) % 2147483648
    text += state.toString(36)
  }
  return text.slice(0, length)
}
