import t from 'tap'
import { messageOf } from '../../src/live/message.js'
import type { SessionChange, EntryRow } from '../../src/store/codec.js'

const urlOf = (session: string, id: string) => `/shots/${session}/${id}`
const change: SessionChange = { rev: '2-0', prev: '1-0', type: 'entry-received', requestId: 'r', id: '1-a' }

t.test('an entry that is gone or was replaced is announced as deleted', async t => {
  const gone = { type: 'deleted', data: { id: '1-a' }, rev: '2-0', prev: '1-0' }
  t.same(messageOf(urlOf, 's', { ...change, detail: [null] }), gone)
  t.same(messageOf(urlOf, 's', { ...change, type: 'entry-updated', detail: ['7-b'] }), gone)
  t.match(messageOf(urlOf, 's', { ...change, detail: ['1-a'] }), { type: 'entry-received', data: { id: '1-a' }, rev: '2-0', prev: '1-0' })
})

t.test('a mark is announced with the id of its entry, or as deleted if the entry is gone', async t => {
  const marked = (detail: EntryRow) => messageOf(urlOf, 's', { ...change, type: 'entry-marked', detail })
  t.same(marked(['1-a', '{"pinned":true}']), { type: 'entry-marked', data: { id: '1-a', mark: { pinned: true } }, rev: '2-0', prev: '1-0' })
  for (const none of [false, null, '{', '{"color":"pink"}'] as const) {
    t.same(marked(['1-a', none]), { type: 'entry-marked', data: { id: '1-a' }, rev: '2-0', prev: '1-0' })
  }
  for (const gone of [[], [null, null], ['7-b', '{"pinned":true}']]) {
    t.same(marked(gone), { type: 'deleted', data: { id: '1-a' }, rev: '2-0', prev: '1-0' })
  }
})

t.test('a change of an unknown type is announced with its type and its place in the chain only', async t => {
  t.same(messageOf(urlOf, 's', { ...change, type: 'renamed', detail: ['1-a'] }), { type: 'renamed', rev: '2-0', prev: '1-0' })
})

t.test('deleted has the id, cleared has no data, a screenshot has its description', async t => {
  t.same(messageOf(urlOf, 's', { ...change, type: 'deleted' }), { type: 'deleted', data: { id: '1-a' }, rev: '2-0', prev: '1-0' })
  t.same(messageOf(urlOf, 's', { ...change, type: 'cleared', id: '' }), { type: 'cleared', rev: '2-0', prev: '1-0' })
  const detail = ['image/png', '7', '9']
  t.same(messageOf(urlOf, 's', { ...change, type: 'screenshot-received', detail }), {
    type: 'screenshot-received', data: { id: '1-a', url: '/shots/s/1-a', type: 'image/png', size: 7, timestamp: 9 }, rev: '2-0', prev: '1-0'
  })
})
