// A link to what is seen, for somebody else: session, filter, entry and tab. The token goes along only where somebody says so, and in the
// fragment, which no server sees.
import { copyText } from '../page/clipboard.js'
import { Icon } from '../page/icons.js'
import { Menu, MenuItem } from '../page/menu.js'
import { usePage } from '../page/page.js'
import { addressOf } from '../page/view.js'

export function ShareButton () {
  const { session, view, toasts, words } = usePage()
  const link = () => new URL(addressOf(view, window, session.id), location.href).href
  const { token } = session.api
  const withToken = () => `${link()}${link().includes('#') ? '&' : '#'}${new URLSearchParams({ token: token ?? '' }).toString()}`
  if (!token) {
    return (
      <button type='button' class='button icon' aria-label={words.session.share} title={words.session.shareHint} onClick={() => { copyText(link(), toasts) }}>
        <Icon name='share' />
      </button>
    )
  }
  return (
    <Menu label={words.session.share} class='button icon' align='end' button={<Icon name='share' />}>
      {() => (
        <>
          <MenuItem onClick={() => { copyText(link(), toasts) }}>{words.session.shareLink}</MenuItem>
          <MenuItem onClick={() => { copyText(withToken(), toasts) }}>{words.session.shareToken}</MenuItem>
        </>
      )}
    </Menu>
  )
}
