import t from 'tap'
import { decodeChanges, decodeEntry, decodeScreenshot, encodePush } from '../../src/store/codec.js'

t.test('a row without some fields gives an entry with empty ones; a row without an id gives no entry', async t => {
  t.same(decodeEntry(['1-a', 'r', '/a', 'GET', null, false, 'q', null, '12.5', null, null, '1700000000000']), {
    id: '1-a',
    requestId: 'r',
    api: '/a',
    method: 'GET',
    requestHeader: '',
    responseHeader: '',
    request: 'q',
    response: '',
    timeConsuming: 12.5,
    pageParams: '',
    storage: '',
    timestamp: 1700000000000
  })
  t.equal(decodeEntry([null]), undefined)
  t.equal(decodeEntry([]), undefined)
  t.match(decodeEntry(['1-a']), { id: '1-a', requestId: '', api: '', method: '', timeConsuming: 0, timestamp: 0 })
})

t.test('encodes the fields that a push has, and its duration', async t => {
  t.same(encodePush({ api: '/a', method: 'GET', response: '' }), ['api', '/a', 'method', 'GET', 'response', '', 'timeConsuming', '0'])
})

t.test('ignores published texts that are not changes', async t => {
  t.same(decodeChanges('["2-0","1-0","cleared","",""]'), [{ rev: '2-0', prev: '1-0', type: 'cleared', requestId: '', id: '' }])
  t.same(decodeChanges('["2-0","1-0","entry-received","r","1-a",["1-a",false]]')[0]?.detail, ['1-a', false])
  t.same(decodeChanges('["2-0","1-0","renamed","","",{"color":"red"}]'),
    [{ rev: '2-0', prev: '1-0', type: 'renamed', requestId: '', id: '' }],
    'ignores the detail of a change type from a newer version')
  for (const text of [
    '', 'hello', '{}', 'null', '[]', '["2-0","1-0","cleared",""]', '["2-0","1-0","cleared","",5]', '[[]]',
    '[5,["2-0","1-0","cleared","",""]]'
  ]) {
    t.same(decodeChanges(text), [], text)
  }
})

t.test('decodes one or several changes of a script run in order, and skips those that it cannot read', async t => {
  const [deleted, broken, received] = [['2-0', '1-0', 'deleted', 'a', '1-a'], ['3-0'], ['4-0', '3-0', 'entry-received', 'b', '2-b']]
  t.same(decodeChanges(JSON.stringify([deleted, broken, received])).map(change => change.rev), ['2-0', '4-0'])
})

t.test('decodes a row of a screenshot', async t => {
  t.same(decodeScreenshot('1-a', ['image/png', '7', '9']), { id: '1-a', type: 'image/png', size: 7, timestamp: 9 })
  t.match(decodeScreenshot('1-a', []), { type: '' })
})
