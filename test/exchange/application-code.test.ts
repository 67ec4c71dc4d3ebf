import t from 'tap'
import { applicationCodeOf, isSuccess } from '../../src/exchange/application-code.js'

const code = (response: string) => applicationCodeOf({ response })

t.test('the code of a JSON reply is that of its top level, as it is spelt', async t => {
  t.equal(code('{"data":{"code":1},"code":0}'), '0')
  t.equal(code('\ufeff {"errcode" : "E\\u0041-1" }'), 'EA-1')
  t.equal(code('{"errno":-40013}'), '-40013')
  t.equal(code('{"ret":true}'), 'true')
  t.equal(code('{"code":12345678901234567890}'), '12345678901234567890')
  t.equal(code('{"ret":1,"code":{},"errno":2}'), '2', 'in the order of the names, whichever has a plain value')
  t.equal(code('{"code":500,"data":"x...[truncated]'), '500', 'a cut reply still has it')
})

t.test('what is no plain and short value under such a name is no code', async t => {
  for (const text of ['', '[{"code":1}]', '{"data":{"code":1}}', '{"code":null}', '{"code":""}', '{"code":[1]}', '{"code":"', '{code:1}', `{"code":"${'x'.repeat(80)}"}`, 'code=1']) {
    t.equal(code(text), undefined, text)
  }
})

t.test('codes of success are known in the spellings of many backends', async t => {
  for (const success of ['0', '00000', '200', '204', '20000', 'ok', 'OK', 'SUCCESS', 'success', 'true']) t.ok(isSuccess(success), success)
  for (const failure of ['1', '-1', '404', '500', 'false', 'E0', 'FAIL', '2000']) t.notOk(isSuccess(failure), failure)
})
