// Path patterns, in which * replaces ids, for addresses of well-known services.
import t from 'tap'
import { isId, pathPatternOf } from '../../src/exchange/path-pattern.js'

t.test('replaces ids by *: whole parts, before an extension, and within names', async t => {
  for (const [path, pattern] of [
    ['/items/42/parts', '/items/*/parts'],
    ['/img/10.png', '/img/*.png'],
    ['/v1/export/20.csv', '/v1/export/*.csv'],
    ['/tiles/12/2048/1361.png', '/tiles/*/*/*.png'],
    ['/orders/order-17', '/orders/order-*'],
    ['/orders/order_17.pdf', '/orders/order_*.pdf'],
    ['/reports/2024-01-31', '/reports/*'],
    ['/reports/sales-2024-01-31.csv', '/reports/sales-*.csv'],
    ['/events/2024-01-31T10:20:30.123Z/seats', '/events/*/seats'],
    ['/users/4f0c9a52-8b1e-4c1f-9f3d-2d7e0f1f7a10/profile', '/users/*/profile'],
    ['/avatars/avatar-4f0c9a52-8b1e-4c1f-9f3d-2d7e0f1f7a10.png', '/avatars/avatar-*.png'],
    ['/repos/o/r/git/commits/93864a3f1de6c3440bdcd10d397b247fddabd320', '/repos/o/r/git/commits/*'],
    ['/static/js/main.3f2a9c1b.chunk.js', '/static/js/main.*.chunk.js'],
    ['/embed/dQw4w9WgXcQ', '/embed/*'],
    ['/file/d/1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgvE2upms/edit', '/file/d/*/edit'],
    ['/v1/charges/ch_3MmlLrLkdIwHu7ix0snN0B15', '/v1/charges/*'],
    ['/ids/01ARZ3NDEKTSV4RRFFQ69G5FAV', '/ids/*'],
    ['/objects/507f1f77bcf86cd799439011', '/objects/*']
  ] as const) t.equal(pathPatternOf(path), pattern, path)
})

t.test('keeps versions, and names that contain numbers', async t => {
  for (const path of [
    '/v1/users', '/api/v2/getUserV2Info', '/npm/vue@3.4.21/dist/vue.global.js', '/releases/v2.3.1', '/releases/2.3.1/notes', '/files/song.mp3',
    '/oauth2/token', '/docs/utf-8', '/ajax/libs/jquery/3.7.1/jquery.min.js', '/api/getUserProfileInformationV2', '/s3/bucket', '/search/green%20tea%2F%E8%8C%B6', '/facade', '/'
  ]) t.equal(pathPatternOf(path), path, path)
})

t.test('isId() accepts only parts that are nothing but an id', async t => {
  t.ok(isId('0'))
  t.ok(isId('1012'))
  t.notOk(isId('10.png'))
  t.notOk(isId('order-17'))
  t.notOk(isId(''))
})
