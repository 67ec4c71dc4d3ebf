// The QR code for the phone: it opens the app's page with the session in the address, which starts the script there.
import { useEffect, useState } from 'preact/hooks'
import { isLoopback } from '../../../exchange/loopback.js'
import { usePage } from '../context.js'
import { Icon } from '../kit/icons.js'
import { CopyButton } from './snippet.js'
import { scanAddress, type Target } from './snippets.js'

export function Phone ({ target }: { target: Target }) {
  const { prefs, words: { start: words } } = usePage()
  const appPage = prefs.pref('app-page', '')
  const address = scanAddress(target, appPage.value)
  return (
    <article class='snippet phone' aria-label={words.phone}>
      <QrCode text={address} name={words.qr(address)} />
      <div>
        <h3>{words.phone}</h3>
        <p>{words.phoneWhy}</p>
        <label>
          {words.appPage}
          <input
            class='field' type='url' placeholder='https://shop.example.com/' value={appPage.value}
            onInput={event => { appPage.value = event.currentTarget.value }}
          />
        </label>
        {isLoopback(new URL(target.url).hostname) && <p class='hint'><Icon name='warning' />{words.onlyHere}</p>}
        <CopyButton text={address} />
      </div>
    </article>
  )
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
