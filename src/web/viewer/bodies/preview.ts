// The page that shows an HTML body, in a sandbox without an origin. It may load nothing from anywhere but this script.
import { cleaned } from './preview-clean.js'

addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
  if (source !== parent || typeof data !== 'object' || data === null || !('html' in data) || typeof data.html !== 'string') return
  const { documentElement } = cleaned(data.html)
  document.documentElement.replaceWith(document.adoptNode(documentElement))
})

// A link would lead out of the preview.
addEventListener('click', event => {
  if (event.composedPath().some(target => target instanceof Element && target.matches('a, area, [type=submit], button'))) event.preventDefault()
}, true)
addEventListener('submit', event => event.preventDefault(), true)

parent.postMessage('ready', '*')
