import t from 'tap'
import { isFailureCode, replyOf } from '../../src/exchange/reply.js'

const reply = (response: string) => replyOf({ response })
const code = (response: string) => reply(response)?.code?.text
const error = (response: string) => reply(response)?.error

t.test('the code of a JSON reply is read from its top level, in its original spelling', async t => {
  t.equal(code('{"data":{"code":1},"code":0}'), '0')
  t.equal(code('\ufeff {"errcode" : "E\\u0041-1" }'), 'EA-1')
  t.equal(code('{"errno":-40013}'), '-40013')
  t.equal(code('{"ret":true}'), 'true')
  t.equal(code('{"code":12345678901234567890}'), '12345678901234567890')
  t.equal(code('{"ret":1,"code":{},"errno":2}'), '2', 'the first name with a plain value')
  t.equal(code('{"code":200,"errcode":40001}'), '40001', 'a failure code has priority')
  t.equal(code('{"code":500,"data":"x...[truncated]'), '500', 'also in a truncated reply')
  t.equal(code('{"code":1,"code":0}'), '0', 'the last of repeated names, as in JSON.parse')
})

t.test('values that are not short and plain are not codes', async t => {
  for (const text of [
    '', '[{"code":1}]', '{"data":{"code":1}}', '{"code":null}', '{"code":""}', '{"code":[1]}', '{"code":"', '{code:1}',
    `{"code":"${'x'.repeat(80)}"}`, 'code=1'
  ]) {
    t.equal(code(text), undefined, text)
  }
})

t.test('a whole number is a failure unless it is a common success code; words never are', async t => {
  for (const fine of [
    '0', '000000', '-0', '200', '204', '299', '1000', '10000', '20000', 'ok', 'false', 'E0', 'FAIL', 'SUMMER10', '1.5', '1e3'
  ]) {
    t.notOk(isFailureCode(fine), fine)
  }
  for (const failure of ['1', '-1', '199', '300', '404', '500', '2000', '40001', '00001']) t.ok(isFailureCode(failure), failure)
})

t.test('an error gives the member that reports it, and its message', async t => {
  for (const [response, by, message] of [
    ['{"errors":[{"message":"No such field"}]}', 'errors[0]', 'No such field'],
    ['{"errors":[{"path":[]},{"message":"Second"}],"data":{"a":1},"extensions":{}}', 'errors[1]', 'Second'],
    ['{"success":false,"msg":"Sold out"}', 'success', 'Sold out'],
    ['{"ok":false}', 'ok', 'ok: false'],
    ['{"succeeded":false}', 'succeeded', 'succeeded: false'],
    ['{"error":true,"message":"Nope"}', 'error', 'Nope'],
    ['{"jsonrpc":"2.0","error":{"code":-32601,"message":"Method not found"},"id":1}', 'error', 'Method not found'],
    ['{"error":"invalid_grant","error_description":"Expired"}', 'error', 'Expired'],
    ['{"error":{"a":1', 'error', 'error'],
    ['{"status":"error","message":"x"}', 'status', 'x'],
    ['{"result":"failure"}', 'result', 'result: failure'],
    ['{"retcode":1001,"message":"Busy"}', 'retcode', 'retcode 1001: Busy'],
    ['{"code":1,"data":[],"msg":""}', 'code', 'code 1']
  ] as const) t.same(error(response), { by, message }, response)
})

t.test('returns no error for replies that only resemble one', async t => {
  for (const response of [
    '{"code":"SUMMER10"}', '{"code":"DE","name":"Germany"}', '{"code":276,"name":"Germany"}', '{"id":7,"code":4711}',
    '{"code":4711,"items":[]}',
    '{"errors":[{"message":"row 3"}],"imported":41}', '{"errors":[]}', '{"errors":["x"]}', '{"error":""}', '{"error":null}',
    '{"error":false}',
    '{"status":"failed_over"}', '{"status":5}', '{"data":{"success":false}}', '[{"error":1}]', '"error"', '', 'error'
  ]) {
    t.equal(error(response), undefined, response)
  }
})

t.test('the message of an error is short and well-formed', async t => {
  const { message } = error(JSON.stringify({ success: false, message: '😀'.repeat(5000) }))!
  t.ok(message.length <= 201, String(message.length))
  t.ok(message.isWellFormed())
  t.ok(error(`{"success":false,"message":"${'\\u00e9'.repeat(5000)}"}`)!.message.startsWith('éé'))
})
