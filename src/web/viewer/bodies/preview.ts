// The page that shows an HTML body, in a sandbox without an origin. It may load nothing from anywhere but this script.

addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
  if (source !== parent || typeof data !== 'object' || data === null || !('html' in data) || typeof data.html !== 'string') return
  const { documentElement } = cleaned(data.html)
  document.documentElement.replaceWith(document.adoptNode(documentElement))
})

// A link would lead out of the preview.
addEventListener('click', event => {
  if (event.composedPath().some(target => target instanceof Element && target.matches('a, area, [type=submit], button'))) {
    event.preventDefault()
  }
}, true)
addEventListener('submit', event => event.preventDefault(), true)

parent.postMessage('ready', '*')

interface TrustedTypes {
  createPolicy (name: string, rules: { createHTML: (html: string) => string }): { createHTML (html: string): string }
}

// A saved page's policy is also that of what it shows, and lets nothing be parsed but by this.
const policy = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('earshot', { createHTML: html => html })

// HTML without all that would run, load or lead away. The policy of the preview's page forbids these anyhow; without them it has nothing to
// complain about, and an image that is left out has a place.
/** Parsed where nothing runs or loads. */
function cleaned (html: string): Document {
  const source = silenced(html)
  const document = new DOMParser().parseFromString(policy ? policy.createHTML(source) : source, 'text/html')
  clean(document)
  return document
}

// Even in a document that nobody sees, a browser tells of handlers and of a base that the policy forbids. A character without width in
// their names makes them other names; in a text that only speaks of them it changes nothing that can be seen.
function silenced (html: string): string {
  return html.replace(/(?<=[\s"'/]on)(?=[a-z]+\s*(?:=|>|\/))/gi, JOINER).replace(/(?<=<ba)(?=se)/gi, JOINER)
}

const JOINER = '\u2060'
const REMOVED = 'script, noscript, link, base, meta, iframe, frame, frameset, object, embed, applet, portal, template, audio, video, source, track, animate, set, animatemotion, animatetransform'
// What loads, or leads away, by its name; `data:` images are part of the body.
const ADDRESSES = [
  'href', 'xlink:href', 'src', 'srcset', 'background', 'poster', 'action', 'formaction', 'ping', 'data', 'longdesc', 'manifest',
  'imagesrcset'
]
const INLINE_IMAGE = /^\s*data:image\/(?:png|jpe?g|gif|webp|avif|bmp|svg\+xml)[;,]/i

function clean (root: Document): void {
  for (const element of root.querySelectorAll(REMOVED)) element.remove()
  for (const element of root.querySelectorAll('*')) {
    for (const { name, value } of [...element.attributes]) if (isUnwanted(element, name.toLowerCase(), value)) element.removeAttribute(name)
    const style = element.getAttribute('style')
    if (style !== null) element.setAttribute('style', withoutAddresses(style))
    if (element.localName === 'style') element.textContent = withoutAddresses(element.textContent)
    // In the title, so that one can see where it led.
    if (element.localName === 'img' && !element.hasAttribute('src')) element.replaceWith(placeholder(root, element))
  }
}

function isUnwanted (element: Element, name: string, value: string): boolean {
  if (name.startsWith('on') || name === 'nonce' || name === 'autofocus') return true
  if (!ADDRESSES.includes(name)) return SVG_REFERENCES.test(value)
  // Within the document itself, as gradients of SVG are.
  if (name.endsWith('href') && value.startsWith('#')) return false
  return !(name === 'src' && element.localName === 'img' && INLINE_IMAGE.test(value)) &&
    !(name.endsWith('href') && element.localName === 'image' && INLINE_IMAGE.test(value))
}

// fill="url(https://...)": only those that lead elsewhere.
const SVG_REFERENCES = /^\s*url\(\s*['"]?(?!#)/i

/** Backslashes in CSS can spell url( in ways that no pattern knows, so text with them keeps no address at all. */
function withoutAddresses (css: string): string {
  const plain = css.includes('\\') ? css.replace(/\\[\da-f]{1,6}\s?|\\./gi, '') : css
  return plain
    .replace(/@(?:import|namespace|font-face)\b[^;{}]*(?:;|\{[^}]*\}|$)/gi, '')
    .replace(/\b(?:-webkit-)?(?:url|src|image-set|image)\(\s*(?!['"]?data:image\/)(?:"[^"]*"|'[^']*'|[^)])*\)?/gi, 'none')
}

function placeholder (root: Document, image: Element): Element {
  const box = root.createElement('span')
  box.textContent = image.getAttribute('alt') || '🖼'
  box.setAttribute('style', 'display:inline-block;padding:2px 6px;border:1px dashed #999;color:#666;font:12px system-ui')
  return box
}
