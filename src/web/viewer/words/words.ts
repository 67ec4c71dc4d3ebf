// The words of the page, in the language of the person. Each language has one typed table in several files: usually one file for each
// folder, and separate files for some parts that are loaded late. The English words of the first screen are always loaded, and the rest of
// English with the first part that needs it (en.ts). Another language is loaded as a whole, when it is needed.
import { signal } from '@preact/signals'
import { en, type Words } from './en.js'

export type { Words }

export const LANGUAGES = { en: 'English', zh: '中文' } as const
export type Language = keyof typeof LANGUAGES

// `loadWords` loads the rest of English with the first part of the page that needs it.
const TABLES: Record<Language, () => Promise<Partial<Words>>> = {
  en: async () => await Promise.resolve(en),
  zh: async () => (await import('./zh.js')).zh
}

/** The words of the current language. A component that reads them is rendered again when the language changes. */
export const words = signal(en as Words)
export const language = signal<Language>('en')

export async function speak (wanted: Language): Promise<void> {
  const table = await TABLES[wanted]()
  words.value = { ...words.peek(), ...english, ...table }
  language.value = wanted
  document.documentElement.lang = wanted === 'zh' ? 'zh-CN' : 'en'
}

let english: Partial<Words> = en

/** Loads the words of the parts that are loaded later. Call it before one of these parts is shown. */
export async function loadWords (): Promise<void> {
  const { rest } = await import('./en-rest.js')
  english = { ...en, ...rest }
  words.value = language.peek() === 'en' ? { ...words.peek(), ...rest } : { ...rest, ...words.peek() }
}

/** The first of the browser's languages for which there is a table; English if there is none. */
export function preferredLanguage (preferred: readonly string[]): Language {
  const names = preferred.map(tag => tag.toLowerCase().split('-')[0] ?? '')
  return names.find(isLanguage) ?? 'en'
}

export function isLanguage (value: unknown): value is Language {
  return typeof value === 'string' && Object.hasOwn(LANGUAGES, value)
}
