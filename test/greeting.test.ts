// The text that a person at a terminal sees when the service has started.
import t from 'tap'
import { greeting } from '../src/greeting.js'

const of = (address: string) => ({ address, internal: false, family: 'IPv4' as const, netmask: '', mac: '', cidr: null })
const INTERFACES = { docker0: [of('172.17.0.1')], eth0: [of('203.0.113.7'), of('10.1.2.3')], wlan0: [of('192.168.1.20')] }
const EVERYWHERE = { address: '0.0.0.0', family: 'IPv4', port: 3000 }
const HINT = 'start Earshot with HOST=0.0.0.0'

t.test('the greeting offers a phone the same addresses as the page, in the same order', async t => {
  t.equal(greeting('http://127.0.0.1:3000/ear/', '0.0.0.0', EVERYWHERE, INTERFACES), `
  Earshot is ready.

  Open it:      http://127.0.0.1:3000/ear/
  From a phone: http://192.168.1.20:3000/ear/
  From a phone: http://10.1.2.3:3000/ear/

`)
})

t.test('the greeting names HOST only if no other device can reach the service', async t => {
  for (const host of ['127.0.0.1', 'localhost', '::1']) {
    t.match(greeting('http://127.0.0.1:3000/', host, { ...EVERYWHERE, address: '127.0.0.1' }, INTERFACES), HINT, host)
  }
  for (const host of ['0.0.0.0', '192.168.1.20', '127.example.com']) {
    t.notMatch(greeting(`http://${host}:3000/`, host, { ...EVERYWHERE, address: host }, INTERFACES), HINT, host)
  }
})
