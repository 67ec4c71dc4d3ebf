// Formats source code for reading. It accepts broken code, too: a recorder may have cut it.
import beautify, { type HTMLBeautifyOptions } from 'js-beautify'

export type SourceLanguage = 'html' | 'xml' | 'javascript' | 'css'

const COMMON = { indent_size: 2, end_with_newline: false, max_preserve_newlines: 2 }
/** In XML, all elements are equal; in HTML, some end by themselves, and some stay on the line of their text. */
const XML_OPTIONS: HTMLBeautifyOptions = { void_elements: [], inline: [], unformatted: [], content_unformatted: [], indent_scripts: 'keep' }

export function formattedSource (text: string, language: SourceLanguage): string {
  switch (language) {
    case 'javascript': return beautify.js(text, COMMON)
    case 'css': return beautify.css(text, COMMON)
    case 'html': return beautify.html(text, { ...COMMON, extra_liners: [] })
    case 'xml': return beautify.html(text, { ...COMMON, ...XML_OPTIONS, extra_liners: [] })
  }
}
