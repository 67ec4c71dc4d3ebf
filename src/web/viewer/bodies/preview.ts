// The page that shows an HTML body, in a sandbox with an opaque origin. It may load nothing except this script.

addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
  if (source !== parent || typeof data !== 'object' || data === null || !('html' in data) || typeof data.html !== 'string') return
  const { documentElement } = cleaned(data.html)
  document.documentElement.replaceWith(document.adoptNode(documentElement))
})

// Links and buttons would leave the preview, so clicks on them do nothing.
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

// A saved page's policy also applies to this frame, and allows HTML to be parsed only through this trusted-types policy.
const policy = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('earshot', { createHTML: html => html })

// Removes everything from HTML that would run, load or navigate. The policy of the preview page forbids these anyway; without them, the
// browser reports no violations, and a removed image gets a placeholder.
/** Parsed in a document in which nothing runs or loads. */
function cleaned (html: string): Document {
  const source = silenced(html)
  const document = new DOMParser().parseFromString(policy ? policy.createHTML(source) : source, 'text/html')
  clean(document)
  return document
}

// Even for a document that is never shown, a browser reports event handlers and <base> elements that the policy forbids. A zero-width
// character in their names makes them unknown names. In plain text that mentions them, the character is invisible.
function silenced (html: string): string {
  return html.replace(/(?<=[\s"'/]on)(?=[a-z]+\s*(?:=|>|\/))/gi, JOINER).replace(/(?<=<ba)(?=se)/gi, JOINER)
}

const JOINER = '\u2060'
const REMOVED = 'script, noscript, link, base, meta, iframe, frame, frameset, object, embed, applet, portal, template, ' +
  'audio, video, source, track, animate, set, animatemotion, animatetransform'
// Attributes that load or navigate. Only `data:` images are kept: they are part of the body.
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
    // A placeholder shows where an image was left out.
    if (element.localName === 'img' && !element.hasAttribute('src')) element.replaceWith(placeholder(root, element))
  }
}

function isUnwanted (element: Element, name: string, value: string): boolean {
  if (name.startsWith('on') || name === 'nonce' || name === 'autofocus') return true
  if (!ADDRESSES.includes(name)) return SVG_REFERENCES.test(value)
  // A reference within the document, as for SVG gradients.
  if (name.endsWith('href') && value.startsWith('#')) return false
  return !(name === 'src' && element.localName === 'img' && INLINE_IMAGE.test(value)) &&
    !(name.endsWith('href') && element.localName === 'image' && INLINE_IMAGE.test(value))
}

// fill="url(https://...)": only references to other documents.
const SVG_REFERENCES = /^\s*url\(\s*['"]?(?!#)/i

/** Backslash escapes in CSS can spell url( in ways that no pattern covers, so all escapes are removed first. */
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
