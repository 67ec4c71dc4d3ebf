// The words of the page, in the language of the person: one typed table for each language, each room with a file of its own.
// English is always there; others are loaded when they are wanted.
import { signal } from '@preact/signals'
import { en, type Words } from './en.js'

export type { Words }

export const LANGUAGES = { en: 'English', zh: '中文' } as const
export type Language = keyof typeof LANGUAGES

// Of English, the rest comes with the part that needs it: `loadWords`.
const TABLES: Record<Language, () => Promise<Partial<Words>>> = {
  en: async () => await Promise.resolve(en),
  zh: async () => (await import('./zh.js')).zh
}

/** What is shown. A component that reads it is drawn anew when the language changes. */
export const words = signal(en as Words)
export const language = signal<Language>('en')

export async function speak (wanted: Language): Promise<void> {
  const table = await TABLES[wanted]()
  words.value = { ...words.peek(), ...english, ...table }
  language.value = wanted
  document.documentElement.lang = wanted === 'zh' ? 'zh-CN' : 'en'
}

let english: Partial<Words> = en

/** Those of the parts that are loaded later, before one of them is shown. */
export async function loadWords (): Promise<void> {
  const { rest } = await import('./en-rest.js')
  english = { ...en, ...rest }
  words.value = language.peek() === 'en' ? { ...words.peek(), ...rest } : { ...rest, ...words.peek() }
}

/** The first of the browser's languages that there is. */
export function preferredLanguage (preferred: readonly string[]): Language {
  const names = preferred.map(tag => tag.toLowerCase().split('-')[0] ?? '')
  return names.find(isLanguage) ?? 'en'
}

export function isLanguage (value: unknown): value is Language {
  return typeof value === 'string' && Object.hasOwn(LANGUAGES, value)
}
