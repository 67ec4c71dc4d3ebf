// Three numbered steps, and alternatives to a step.
import type { ComponentChildren } from 'preact'

/** `titles`: of the three steps; `children`: what each of them has below its title. */
export function Steps ({ titles, children }: { titles: readonly string[], children: ComponentChildren[] }) {
  return (
    <ol class='steps'>
      {titles.map((title, n) => <li key={title}><h3 class='step-title'>{title}</h3>{children[n]}</li>)}
    </ol>
  )
}

/** Another way to the same end, folded. */
export function Instead ({ title, children }: { title: string, children: ComponentChildren }) {
  return <details class='instead'><summary>{title}</summary>{children}</details>
}
