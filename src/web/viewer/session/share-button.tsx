// Copies a link to the current view, including session, filter, entry and tab. The token is included only if the person chooses so, and
// only in the fragment, which no server sees.
import { Icon } from '../kit/icons.js'
import { Menu, MenuItem } from '../kit/menu.js'
import { useCopy, usePage } from '../context.js'
import { addressOf } from '../model/view.js'

const NAMED = 'button icon named'

export function ShareButton () {
  const { session, words } = usePage()
  const { copyLink } = useShare()
  const label = <><Icon name='share' /><span class='word'>{words.session.share}</span></>
  if (session.api.token) {
    return <Menu label={words.session.share} class={NAMED} align='end' button={label}>{() => <ShareItems />}</Menu>
  }
  return (
    <button type='button' class={NAMED} aria-label={words.session.share} title={words.session.shareHint} onClick={copyLink}>{label}</button>
  )
}

export function ShareItems () {
  const { session, words } = usePage()
  const { copyLink, copyWithToken } = useShare()
  return (
    <>
      <MenuItem onClick={copyLink}>{words.session.shareLink}</MenuItem>
      {session.api.token && <MenuItem onClick={copyWithToken}>{words.session.shareToken}</MenuItem>}
    </>
  )
}

function useShare () {
  const { session, view } = usePage()
  const copy = useCopy()
  const link = () => new URL(addressOf(view, window, session.id), location.href).href
  const withToken = () => {
    const token = new URLSearchParams({ token: session.api.token ?? '' }).toString()
    return `${link()}${link().includes('#') ? '&' : '#'}${token}`
  }
  return {
    copyLink: () => { copy(link()) },
    copyWithToken: () => { copy(withToken()) }
  }
}
