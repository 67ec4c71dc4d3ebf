// The languages of the editor, each loaded when a body is in it.
import type { LanguageSupport } from '@codemirror/language'
import type { Language } from '../model/bodies/language.js'

const LOADERS: Record<Language, () => Promise<LanguageSupport>> = {
  json: async () => (await import('@codemirror/lang-json')).json(),
  html: async () => (await import('@codemirror/lang-html')).html(),
  xml: async () => (await import('@codemirror/lang-xml')).xml(),
  javascript: async () => (await import('@codemirror/lang-javascript')).javascript(),
  css: async () => (await import('@codemirror/lang-css')).css()
}

export async function languageSupport (language: Language): Promise<LanguageSupport> {
  return await LOADERS[language]()
}
