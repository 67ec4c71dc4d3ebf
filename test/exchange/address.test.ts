import t from 'tap'
import { addressOf, queryOf } from '../../src/exchange/address.js'

const address = (api: string, requestHeader = '') => addressOf({ api, requestHeader })
const href = (api: string, requestHeader: string) => address(api, requestHeader).href

t.test('an absolute api gives the whole address, in its original spelling', async t => {
  t.same(address('HTTPS://me:pw@Shop.Example:8443/a%2fb/../c?q=茶&b#top', 'Host: other'), {
    scheme: 'https',
    host: 'shop.example:8443',
    path: '/a%2fb/../c',
    query: '?q=茶&b',
    href: 'HTTPS://me:pw@Shop.Example:8443/a%2fb/../c?q=茶&b'
  })
  t.same(address('http://a?x'), { scheme: 'http', host: 'a', path: '/', query: '?x', href: 'http://a?x' })
})

t.test('a path has no host if no header gives one', async t => {
  t.same(address('/a?b?c#d'), { scheme: '', host: '', path: '/a', query: '?b?c', href: undefined })
  t.same(address(''), { scheme: '', host: '', path: '/', query: '', href: undefined })
  t.equal(address('/a', 'Host: a b\nOrigin: null').href, undefined)
})

t.test('the host of a path comes from Host, :authority, Origin or Referer, in this order', async t => {
  t.equal(href('/a?b', 'Host: api.example:80\nOrigin: http://page.example'), 'http://api.example:80/a?b')
  t.equal(href('/a', ':authority: api.example\nreferer: http://page.example/x'), 'http://api.example/a')
  t.equal(href('a/b', 'Referer: http://page.example:81/x?y\norigin: https://O.example'), 'https://o.example/a/b')
  t.equal(href('/a', 'Origin: null\nReferer: http://page.example:81/x?y'), 'http://page.example:81/a')
  t.equal(href('//cdn.example/a', 'Host: api.example\nOrigin: http://page.example'), 'http://cdn.example/a')
  t.equal(href('/a', '{"Host":"api.example",":scheme":"http"}'), 'http://api.example/a')
})

t.test('an unknown scheme is https for a public host, and http for a local one', async t => {
  for (const host of ['api.example', 'api.example:443']) t.equal(address('/', `Host: ${host}`).scheme, 'https', host)
  for (const host of ['localhost', 'localhost:443', '10.0.2.2', '192.168.1.5:3000', '[::1]:8080', 'api.example:8080', 'backend']) {
    t.equal(address('/', `Host: ${host}`).scheme, 'http', host)
  }
})

t.test('an api of a scheme without hosts is all path', async t => {
  t.same(address('data:text/plain,a//b?c'),
    { scheme: 'data', host: '', path: 'text/plain,a//b?c', query: '', href: 'data:text/plain,a//b?c' })
  t.equal(address('user:login').path, 'user:login', 'a name with a colon is not a scheme')
})

t.test('decodes a query, even if it is badly encoded', async t => {
  t.same(queryOf('?a=%E8%8C%B6+b&a=&%ZZ=%e4&c&&d=e=f').map(({ name, value }) => [name, value]),
    [['a', '茶 b'], ['a', ''], ['%ZZ', '\ufffd'], ['c', ''], ['d', 'e=f']])
  t.same(queryOf(''), [])
})
