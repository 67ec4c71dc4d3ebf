// The QR code for the phone: it opens the app's page with the session in the address, which wakes the script there.
import { isLoopback } from '../../../exchange/loopback.js'
import { Icon } from '../kit/icons.js'
import { usePage } from '../context.js'
import { QrCode } from './qr.js'
import { scanAddress, type Target } from './snippets.js'
import { CopyButton } from './snippet.js'

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
          <input class='field' type='url' placeholder='https://shop.example.com/' value={appPage.value} onInput={event => { appPage.value = event.currentTarget.value }} />
        </label>
        {isLoopback(new URL(target.url).hostname) && <p class='hint'><Icon name='warning' />{words.onlyHere}</p>}
        <CopyButton text={address} />
      </div>
    </article>
  )
}
