// The texts of the page: they use standard terms, avoid words that users did not understand, and are complete in English and Chinese.
import t from 'tap'
import { readdirSync, readFileSync } from 'node:fs'
import { REASONS } from '../../../src/web/feed/channel.js'
import { Unreadable } from '../../../src/web/feed/entry-lines.js'
import { UNREACHABLE } from '../../../src/web/viewer/model/session/api.js'
import { en } from '../../../src/web/viewer/words/en.js'
import { rest } from '../../../src/web/viewer/words/en-rest.js'
import { zh } from '../../../src/web/viewer/words/zh.js'

/** What people did not understand, and what the page says instead. */
const GUESSED: [wrong: RegExp, words: string][] = [
  [/\btwice\b/i, 'duplicate'], [/\ball of it\b/i, 'Full snapshot'], [/\buse it\b/i, 'Use this token'], [/\bthis map\b/i, 'Keyboard shortcuts'],
  [/\bfrom elsewhere\b/i, 'Import']
]

/** Their texts are translated by their English text. */
const BY_TEXT = ['meanings']

t.test('English uses the words of the field', async t => {
  const texts = textsOf({ ...en, ...rest })
  t.ok(texts.length > 500)
  for (const [wrong, right] of GUESSED) {
    t.same(texts.filter(text => wrong.test(text)), [], String(wrong))
    t.ok(texts.some(text => text.includes(right)), right)
  }
})

t.test('both languages have the same words, and none is empty', async t => {
  const names = (table: object) => namesOf(table).sort()
  t.same(names(zh), names({ ...en, ...rest }))
  for (const table of [{ ...en, ...rest }, zh]) t.same(textsOf(table).filter(text => text.trim() === ''), [])
})

t.test('each reason of the feed has a Chinese translation, also if another reason follows it', async t => {
  const { reason } = zh.session
  for (const text of [...Object.values(REASONS), new Unreadable().message, UNREACHABLE]) t.match(reason(text), /^[\u4e00-\u9fff]+$/, text)
  t.equal(reason(`${REASONS.list}: ${REASONS.late}`), '读取列表失败：耗时过长')
  t.equal(reason(`${REASONS.list}: Failed to fetch`), '读取列表失败：无法连接服务')
  t.equal(reason(`${REASONS.list}: HTTP 500`), '读取列表失败：HTTP 500')
  t.same([en.session.reason('Not found'), reason('Not found')], ['The request does not exist any more.', '该请求已不存在。'])
  for (const text of ['Not found: a', 'constructor', '']) t.equal(reason(text), text)
})

t.test('each refusal of the formats to copy has a Chinese translation', async t => {
  const folder = new URL('../../../src/snippets/', import.meta.url)
  const sources = readdirSync(folder).map(name => readFileSync(new URL(name, folder), 'utf8'))
  const refusals = sources.flatMap(source => [...source.matchAll(/refused: ['`](.+?)['`] }/g)].map(([, text]) => text!))
  t.ok(refusals.length >= 12)
  for (const text of refusals) t.match(zh.copy.refusal(text), /[\u4e00-\u9fff].*。$/, text)
  t.equal(zh.copy.refusal('wx.request does not send PATCH: use cURL.'), 'wx.request 不能发送 PATCH：请使用 cURL。')
  t.equal(zh.copy.refusal('another'), 'another')
})

/** Texts, and the source of those that are made of something. */
function textsOf (value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value === 'function') return [String(value)]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : []
}

function namesOf (value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [path]
  return Object.entries(value).flatMap(([name, inside]) => BY_TEXT.includes(name) ? [] : namesOf(inside, `${path}.${name}`))
}
