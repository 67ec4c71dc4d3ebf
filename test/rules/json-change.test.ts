import t from 'tap'
import fc from 'fast-check'
import { mergedJson, patchedJson, type Operation } from '../../src/rules/json-change.js'

t.test('a merge patch (RFC 7396) keeps the source text of what is left', async t => {
  const text = '{"id": 12345678901234567890, "price": 1.0, "big": 1e400, "list": [1.50, "\\u0061"], "gone": 1, "in": {"x": 1.0, "y": 2}}'
  t.equal(mergedJson(text, { gone: null, new: true, in: { y: null, z: { a: null, b: 1 } } }),
    '{"id":12345678901234567890,"price":1.0,"big":1e400,"list":[1.50,"\\u0061"],"in":{"x":1.0,"z":{"b":1}},"new":true}')
  t.equal(mergedJson('[1]', { a: 1 }), '{"a":1}')
  t.equal(mergedJson('{"a":1}', [2]), '[2]')
  t.equal(mergedJson('not json', { a: 1 }), undefined)
  t.equal(mergedJson('{"a":1}', undefined), undefined)
})

t.test('__proto__ is a name like any other', async t => {
  const patch: unknown = JSON.parse('{"__proto__":{"admin":true},"constructor":1}')
  t.equal(mergedJson('{"a":1}', patch), '{"a":1,"__proto__":{"admin":true},"constructor":1}')
  t.equal(mergedJson('{"__proto__":{"x":1.0}}', JSON.parse('{"__proto__":{"x":null}}')), '{"__proto__":{}}')
  t.equal(patchedJson('{}', [{ op: 'add', path: '/__proto__', value: 1 }]), '{"__proto__":1}')
  t.equal(patchedJson('{}', [{ op: 'test', path: '/__proto__', value: {} }]), undefined)
  t.equal(patchedJson('{}', [{ op: 'remove', path: '/constructor' }]), undefined)
})

t.test('the examples of RFC 7396', async t => {
  const cases: [string, string, string][] = [
    ['{"a":"b"}', '{"a":"c"}', '{"a":"c"}'], ['{"a":"b"}', '{"b":"c"}', '{"a":"b","b":"c"}'], ['{"a":"b"}', '{"a":null}', '{}'],
    ['{"a":["b"]}', '{"a":"c"}', '{"a":"c"}'], ['{"a":"c"}', '{"a":["b"]}', '{"a":["b"]}'],
    ['{"a":{"b":"c"}}', '{"a":{"b":"d","c":null}}', '{"a":{"b":"d"}}'], ['{"a":[{"b":"c"}]}', '{"a":[1]}', '{"a":[1]}'],
    ['["a","b"]', '["c","d"]', '["c","d"]'], ['{"a":"b"}', '["c"]', '["c"]'], ['{"a":"foo"}', 'null', 'null'], ['{"a":"foo"}', '"bar"', '"bar"'],
    ['{"e":null}', '{"a":1}', '{"e":null,"a":1}'], ['[1,2]', '{"a":"b","c":null}', '{"a":"b"}'], ['{}', '{"a":{"bb":{"ccc":null}}}', '{"a":{"bb":{}}}']
  ]
  for (const [target, patch, result] of cases) t.equal(mergedJson(target, JSON.parse(patch)), result, `${target} ${patch}`)
})

t.test('operations (RFC 6902): all of them, or none', async t => {
  const cases: [string, Operation[], string | undefined][] = [
    ['{"foo":"bar"}', [{ op: 'add', path: '/baz', value: 'qux' }], '{"foo":"bar","baz":"qux"}'],
    ['{"foo":["bar","baz"]}', [{ op: 'add', path: '/foo/1', value: 'qux' }], '{"foo":["bar","qux","baz"]}'],
    ['{"foo":["bar"]}', [{ op: 'add', path: '/foo/-', value: [1] }], '{"foo":["bar",[1]]}'],
    ['{"foo":["bar"]}', [{ op: 'add', path: '/foo/2', value: 1 }], undefined],
    ['{"foo":["bar"]}', [{ op: 'add', path: '/foo/01', value: 1 }], undefined],
    ['{"foo":["a","b"]}', [{ op: 'remove', path: '/foo/0' }], '{"foo":["b"]}'],
    ['{"foo":1}', [{ op: 'remove', path: '/bar' }], undefined],
    ['{"foo":1.0}', [{ op: 'replace', path: '/foo', value: 2 }], '{"foo":2}'],
    ['{"foo":1}', [{ op: 'replace', path: '/bar', value: 2 }], undefined],
    ['{"a":1}', [{ op: 'replace', path: '', value: [1] }], '[1]'],
    ['{"a":{"x":1.0},"b":{}}', [{ op: 'move', from: '/a/x', path: '/b/y' }], '{"a":{},"b":{"y":1.0}}'],
    ['{"a":{"x":1}}', [{ op: 'move', from: '/a', path: '/a/x' }], undefined],
    ['{"a":{"x":1.0}}', [{ op: 'copy', from: '/a', path: '/b' }, { op: 'replace', path: '/b/x', value: 2 }], '{"a":{"x":1.0},"b":{"x":2}}'],
    ['{"a":[1.0,"\\u0061",{"b":1,"c":2}]}', [{ op: 'test', path: '/a', value: [1, 'a', { c: 2, b: 1 }] }], '{"a":[1.0,"\\u0061",{"b":1,"c":2}]}'],
    ['{"a":"1"}', [{ op: 'test', path: '/a', value: 1 }], undefined],
    ['{"/":9,"~1":10}', [{ op: 'test', path: '/~01', value: 10 }, { op: 'remove', path: '/~1' }], '{"~1":10}'],
    ['{"a":1}', [{ op: 'add', path: '/b', value: 1 }, { op: 'test', path: '/a', value: 2 }], undefined],
    ['{"a":1}', [{ op: 'add', path: 'b', value: 1 }], undefined],
    ['{"a":1}', [{ op: 'add', path: '/b' }], undefined],
    ['{"a":null}', [{ op: 'test', path: '/a', value: null }], '{"a":null}']
  ]
  for (const [text, operations, result] of cases) t.equal(patchedJson(text, operations), result, `${text} ${JSON.stringify(operations)}`)
})

t.test('repeated copies and deep values are bounded', async t => {
  const copies = Array.from({ length: 100 }, (_, n): Operation => ({ op: 'copy', from: '', path: `/x${n}` }))
  t.equal(patchedJson(`{"a":"${'x'.repeat(1000)}"}`, copies), undefined)
  const deep = '['.repeat(100_000) + ']'.repeat(100_000)
  t.equal(mergedJson(deep, { a: 1 }), undefined)
  t.equal(mergedJson('{}', { a: JSON.parse(deep) as unknown }), undefined)
})

t.test('for any JSON, the result means what the RFC says', async t => {
  fc.assert(fc.property(fc.jsonValue(), fc.jsonValue(), (target, patch) => {
    t.same(JSON.parse(mergedJson(JSON.stringify(target, null, 1), patch)!), JSON.parse(JSON.stringify(reference(target, patch))))
  }))
})

function reference (target: unknown, patch: unknown): unknown {
  if (typeof patch !== 'object' || patch === null || Array.isArray(patch)) return patch
  const result = new Map(Object.entries(typeof target === 'object' && target !== null && !Array.isArray(target) ? target : {}))
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) result.delete(name)
    else result.set(name, reference(result.get(name), value))
  }
  return Object.fromEntries(result)
}
