import t from 'tap'
import { screenshotUrlAt } from '../../src/http/screenshot-url.js'

t.test('the URL of a screenshot includes the base path, and escapes the session id', async t => {
  t.equal(screenshotUrlAt('')('a b&c=d#e/f?g%h', '1-a'), '/capture/screenshots/1-a?sessionId=a%20b%26c%3Dd%23e%2Ff%3Fg%25h')
  t.equal(screenshotUrlAt('/earshot')('s', '1-a'), '/earshot/capture/screenshots/1-a?sessionId=s')
})
