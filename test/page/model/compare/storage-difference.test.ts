// The changes of an app's storage from one request to the next.
import t from 'tap'
import { entryBefore, storageChanges, storageOf } from '../../../../src/web/viewer/model/compare/storage-difference.js'
import { entryWith } from '../../../exchange/entry.js'

const changes = (before: string, after: string) => storageChanges(storageOf(before) ?? [], storageOf(after) ?? [])

t.test('only added, changed and removed values are listed', async t => {
  t.same(changes('{"a":"1","b":"2","c":"3"}', '{"d":"4","a":"1","b":"5"}'), [
    { name: 'd', before: undefined, after: '4' }, { name: 'b', before: '2', after: '5' }, { name: 'c', before: '3', after: undefined }
  ])
  t.same(changes('{"a":"1"}', '{"a":"1"}'), [])
})

t.test('numbers are compared as they were sent, and __proto__ is an ordinary name', async t => {
  t.same(changes('{"a":12345678901234567890}', '{"a":12345678901234567891}').length, 1)
  t.same(changes('{}', '{"__proto__":"x","constructor":"y"}').map(({ name }) => name), ['__proto__', 'constructor'])
  t.same(storageOf('{"a":"\\u4e2d","b":{"c": 1}}'), [{ name: 'a', value: '中' }, { name: 'b', value: '{"c": 1}' }])
})

t.test('a text that is not a JSON object is not storage', async t => {
  for (const text of ['', '[]', 'null', '{', '{"a":1', 'a=1']) t.equal(storageOf(text), undefined)
})

t.test('entryBefore() finds the last earlier entry of the same app that has a snapshot', async t => {
  const entries = [
    entryWith({ id: '1', storage: '{}', source: 'a' }), entryWith({ id: '2', storage: '{}', source: 'b' }),
    entryWith({ id: '3', storage: '', source: 'a' }), entryWith({ id: '4', storage: '{}', source: 'a' })
  ]
  t.equal(entryBefore(entries, entries[3]!)?.id, '1')
  t.equal(entryBefore(entries, entries[0]!), undefined)
  t.equal(entryBefore(entries, entryWith({ id: '9' })), undefined, 'a deleted entry has none')
})
