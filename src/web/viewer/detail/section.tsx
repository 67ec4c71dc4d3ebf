// A collapsible section. Whether it is open is remembered.
import type { ComponentChildren } from 'preact'
import { usePage } from '../context.js'

/** `name`: the key under which the state is saved. */
export function Section ({ name, title, count, children }: { name: string, title: string, count?: number, children: ComponentChildren }) {
  const { prefs } = usePage()
  const isOpen = prefs.pref(`detail.open.${name}`, true)
  return (
    <details class='section' open={isOpen.value} onToggle={({ currentTarget: { open } }) => { isOpen.value = open }}>
      <summary><h3>{title}</h3>{count !== undefined && <span class='section-count'>{count}</span>}</summary>
      {isOpen.value && <div class='section-body'>{children}</div>}
    </details>
  )
}
