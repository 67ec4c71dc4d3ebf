import t from 'tap'
import { memberTexts } from '../../src/json/member-texts.js'

t.test('each member keeps its source text', async t => {
  const source = ' {"a" : 12345678901234567890.10 ,"b":[ 1, {"c":"}],\\"\\\\"} ],"d":"x\\"y","e":null,"":{}, "f" :true}\n'
  t.same([...memberTexts(source)], [
    ['a', '12345678901234567890.10'], ['b', '[ 1, {"c":"}],\\"\\\\"} ]'], ['d', '"x\\"y"'], ['e', 'null'], ['', '{}'], ['f', 'true']
  ])
})

t.test('an empty object has no members; the last of repeated keys is used, and escaped keys are equal', async t => {
  t.same([...memberTexts('{}')], [])
  t.same([...memberTexts('{"a":[1],"\\u0061":[2]}')], [['a', '[2]']])
})

t.test('gives the same members as JSON.parse, with any white space and nesting', async t => {
  const values = [
    0, -1.5e-7, '', 'a:b,c}', '\\', '\\"', '{"x":"y"}', [], {}, [[], [{}]], { a: { b: ['}', '"', ','] } }, null, true, '中\u2028'
  ]
  const object = Object.fromEntries(values.map((value, n) => [`key ${n} "{:,`, value]))
  for (const indent of [undefined, 1, '\t']) {
    const texts = memberTexts(JSON.stringify(object, null, indent))
    for (const [key, value] of Object.entries(object)) t.same(JSON.parse(texts.get(key)!), value, key)
  }
})

t.test('deep nesting does not overflow the stack', async t => {
  const deep = '['.repeat(200_000) + ']'.repeat(200_000)
  t.equal(memberTexts(`{"a":${deep}}`).get('a'), deep)
})
