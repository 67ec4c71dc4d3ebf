// Same-origin frames of a page, recorded without a script tag in their HTML.
import t, { type Test } from 'tap'
import type { Page } from 'playwright-core'
import type { Entry } from '../../../../src/schema/entry.js'
import { list, newSession } from '../../../support/client.js'
import { until } from '../../../support/until.js'
import { open, replica, site, tag } from '../browser/place.js'

const SRCDOC = '<!doctype html><title>a frame</title><p>inside'
const INNER = '/c?type=text/html&text=inner'

async function opened (t: Test, body: string, attributes = 'data-frames'): Promise<{ page: Page, said: string[], session: string }> {
  const session = newSession()
  const { page, said } = await open(t, `${tag(session, attributes)}${body}`)
  return { page, said, session }
}

/** The recorder of each frame runs. */
async function running (page: Page, count: number): Promise<void> {
  await until(`${count} frames are recorded`, async () => await page.evaluate(
    "[...document.querySelectorAll('iframe')].filter(frame => { try { return frame.contentWindow.Earshot.state.status === 'recording' } catch {} }).length"
  ) === count)
}

/** Each frame asks for its place among the frames. */
async function asked (page: Page, session: string, count: number): Promise<Entry[]> {
  await page.evaluate(`Promise.all([...document.querySelectorAll('iframe')].slice(0, ${count}).map(async (frame, n) =>
    await (await frame.contentWindow.fetch('${site.url}/c?text=frame' + n)).text()))`)
  let entries: Entry[] = []
  await until('the requests are recorded', async () => {
    entries = (await list(replica, session)).filter(({ timeConsuming }) => timeConsuming > 0)
    return entries.length === count
  })
  return entries
}

t.test('frames with an address, with srcdoc, and without both, from the HTML and from scripts, and frames in frames', async t => {
  const { page, said, session } = await opened(t, `<iframe src="${INNER}"></iframe><iframe srcdoc="${SRCDOC}"></iframe><script>
    const frame = document.createElement('iframe')
    document.head.after(frame)
    frame.contentDocument.body.innerHTML = '<iframe srcdoc="inner"></iframe>'
  </script>`)
  await running(page, 3)
  const entries = await asked(page, session, 3)
  t.same(entries.map(({ response }) => response).sort(), ['frame0', 'frame1', 'frame2'])
  const places = entries.map(({ pageParams = '' }) => (JSON.parse(pageParams) as { url: string }).url).sort()
  t.same(places, ['about:blank', 'about:srcdoc', site.url + INNER])
  t.equal(await page.evaluate("[0, 1, 2].every(n => !frames[n].document.querySelector('script[src]'))"), true, 'the script is gone')
  await until('the frame in the frame is recorded', async () => await page.evaluate('document.querySelector("iframe").contentWindow.frames[0].Earshot.state.status') === 'recording')
  t.same(said, [])
})

t.test('the next document of a frame is recorded, too; a frame of another origin is left alone; stop() ends all', async t => {
  const { page, said, session } = await opened(t, `<iframe srcdoc="${SRCDOC}"></iframe>`)
  await running(page, 1)
  await page.evaluate(`new Promise(resolve => {
    const [frame] = document.querySelectorAll('iframe')
    frame.onload = resolve
    frame.removeAttribute('srcdoc')
    frame.src = '/c?type=text/html&text=next'
  })`)
  await running(page, 1)
  await page.evaluate(`new Promise(resolve => {
    const frame = document.createElement('iframe')
    frame.onload = resolve
    frame.src = '${site.other}/c?type=text/html&text=other'
    document.body.append(frame)
  })`)
  await asked(page, session, 1)
  await page.evaluate('window.inner = document.querySelector("iframe").contentWindow; window.before = inner.Earshot.state.status; Earshot.stop()')
  t.same(await page.evaluate('[before, inner.Earshot.state.status, String(inner.fetch)]'),
    ['recording', 'stopped', await page.evaluate('String(fetch)')])
  t.same(said, [])
})

t.test('a frame with a line of its own keeps that; a policy that forbids the script does no harm', async t => {
  const [own, session] = [newSession(), newSession()]
  const policy = '<meta http-equiv=\'content-security-policy\' content=\'script-src https://a.test\'>'
  const { page } = await open(t, `${tag(session, 'data-frames')}<iframe srcdoc="${tag(own).replaceAll('"', "'")}"></iframe>
    <iframe srcdoc="${policy}"></iframe>`)
  await running(page, 1)
  t.equal(await page.evaluate('frames[0].Earshot.state.session'), own)
  t.equal(await page.evaluate('typeof frames[1].Earshot'), 'undefined')
})

t.test('a frame that the page writes anew is recorded', async t => {
  const { page, session } = await opened(t, `<iframe></iframe><script>
    const { contentDocument } = document.querySelector('iframe')
    const write = text => { contentDocument.open(); contentDocument.write('<head></head>' + text); contentDocument.close() }
    write('one')
    new MutationObserver((_, observer) => { observer.disconnect(); write('two') }).observe(contentDocument.head, { childList: true })
  </script>`)
  await running(page, 1)
  t.same((await asked(page, session, 1)).map(({ response }) => response), ['frame0'])
})

t.test('without the attribute, frames stay as they are', async t => {
  const { page, session } = await opened(t, `<iframe srcdoc="${SRCDOC}"></iframe>`, 'data-errors')
  await page.evaluate("frames[0].fetch('/c?text=inner').then(reply => reply.text())")
  await page.evaluate("fetch('/c?text=outer').then(reply => reply.text())")
  await until('the outer one is there', async () => (await list(replica, session)).length > 0)
  t.same((await list(replica, session)).map(({ api }) => new URL(api).searchParams.get('text')), ['outer'])
  t.equal(await page.evaluate('typeof frames[0].Earshot'), 'undefined')
})
