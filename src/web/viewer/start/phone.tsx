// How to connect a page on a phone. The app's page contains the script, which stays inactive until the page is opened with a session in its
// address. The QR code opens the page with such an address. A phone cannot reach a service on localhost, so the person chooses one of the
// machine's network addresses instead.
import { useEffect, useState } from 'preact/hooks'
import { isLoopback } from '../../../exchange/loopback.js'
import { usePage } from '../context.js'
import { Icon } from '../kit/icons.js'
import { CopyButton, Snippet } from './snippet.js'
import { dormantLine, scanAddress, type SnippetTarget } from './snippets.js'
import { Steps } from './steps.js'

export function Phone ({ target }: { target: SnippetTarget }) {
  const { prefs, words: { start: words } } = usePage()
  const isHere = isHostOf(target.url)
  const addresses = useAddresses(isHere)
  const [chosen, setChosen] = useState('')
  const appPage = prefs.pref('app-page', '')
  const url = isHere ? addresses?.find(address => address === chosen) ?? addresses?.[0] : target.url
  if (addresses === undefined) return null
  if (url === undefined) return <p class='notice warn start-notice'><Icon name='warning' />{words.noAddress}</p>
  return (
    <Steps titles={words.ways.phone.steps}>
      <>
        {isHere && (
          <label class='start-field'>
            {words.address}
            <select class='field' value={url} onChange={event => { setChosen(event.currentTarget.value) }}>
              {addresses.map(address => <option key={address} value={address}>{address}</option>)}
            </select>
          </label>
        )}
        <Snippet name={words.script} text={dormantLine({ ...target, url })}>{words.phoneWhy}</Snippet>
      </>
      <label class='start-field'>
        <span>{words.appPageWhy}</span>
        <input
          class='field' type='url' aria-label={words.appPage} placeholder='http://192.168.1.20:5173/' value={appPage.value}
          onInput={event => { appPage.value = event.currentTarget.value }}
        />
      </label>
      <Scan address={scanAddress({ ...target, url }, appPage.value)} url={url} />
    </Steps>
  )
}

function Scan ({ address, url }: { address: string, url: string }) {
  const { words: { start: words } } = usePage()
  if (isHostOf(address)) return <p class='start-hint'><Icon name='warning' />{words.appOnlyHere}</p>
  return (
    <div class='phone'>
      <QrCode text={address} name={words.qr(address)} />
      <div>
        <p class='data mono'>{address}</p>
        {address.startsWith('https:') && url.startsWith('http:') && <p class='start-hint'><Icon name='warning' />{words.mixed}</p>}
        <CopyButton text={address} />
      </div>
    </div>
  )
}

/** Whether only this machine reaches the address. */
function isHostOf (url: string): boolean {
  return isLoopback(new URL(url).hostname)
}

/** The addresses at which others reach the service; undefined until they are known. `isNeeded`: otherwise there are none. */
function useAddresses (isNeeded: boolean): readonly string[] | undefined {
  const { session } = usePage()
  const [addresses, setAddresses] = useState<readonly string[] | undefined>(isNeeded ? undefined : [])
  useEffect(() => {
    if (!isNeeded) return
    const read = async () => (await (await session.api.ask('GET', 'capture/addresses')).json() as { addresses: string[] }).addresses
    // An older service does not know.
    read().then(setAddresses, () => setAddresses([]))
  }, [isNeeded, session])
  return addresses
}

const QUIET = 4

// Shows an address as a QR code, after its library has loaded.
function QrCode ({ text, name }: { text: string, name: string }) {
  const [code, setCode] = useState<{ size: number, path: string }>()
  useEffect(() => {
    let wanted = true
    const draw = async () => {
      const { encode } = await import('uqr')
      const { size, data } = encode(text, { ecc: 'M', border: QUIET })
      if (wanted) setCode({ size, path: pathOf(data) })
    }
    draw().catch(() => { if (wanted) setCode(undefined) })
    return () => { wanted = false }
  }, [text])
  return (
    <svg
      class='qr'
      role='img'
      aria-label={name}
      viewBox={`0 0 ${code?.size ?? 1} ${code?.size ?? 1}`}
      shape-rendering='crispEdges'
      data-text={text}
    >
      {code && <path d={code.path} />}
    </svg>
  )
}

function pathOf (rows: boolean[][]): string {
  return rows.flatMap((row, y) => row.map((dark, x) => dark ? `M${x} ${y}h1v1h-1z` : '')).join('')
}
