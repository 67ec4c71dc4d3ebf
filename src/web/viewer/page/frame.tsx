// What a watched session and a saved one have around them alike: the shell, by how much room there is, and the bar above everything.
import type { ComponentChildren } from 'preact'
import icon from './icon.svg'
import type { Layout } from './layout.js'
import './shell.css'
import './top-bar.css'

export function Frame ({ layout, children }: { layout: Layout, children: ComponentChildren }) {
  return <div class={`shell ${layout}`}>{children}</div>
}

export function Bar ({ class: name = '', children }: { class?: string, children: ComponentChildren }) {
  return (
    <header class={`top-bar ${name}`}>
      <h1 class='logo'><img src={icon} alt='Earshot' /></h1>
      {children}
    </header>
  )
}
