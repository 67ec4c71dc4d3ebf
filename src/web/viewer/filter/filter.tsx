// Where the filter is typed. (A stand-in.)
import { usePage } from '../page/page.js'

export function Filter () {
  const { view } = usePage()
  return <input type='search' aria-label='Filter' value={view.filter.value} onInput={event => { view.filter.value = event.currentTarget.value }} />
}
