// The list of requests. (A stand-in.)
import { usePage } from '../page/page.js'

export function List () {
  const { rows, view } = usePage()
  return (
    <div role='grid' aria-label='Requests' aria-rowcount={rows.all.value.length + 1}>
      {rows.all.value.map(({ id, method, api }) => (
        <div key={id} role='row' onClick={() => { view.selected.value = id }}><span role='gridcell'>{method} {api}</span></div>
      ))}
    </div>
  )
}
