// The products of the recorded shop, with names in many writing systems. They are the same at every start, so that a new recording differs
// little from the previous one.

const NAMES = [
  '宜興紫砂壺 Teapot', 'Кружка «Утро»', 'إبريق شاي نحاسي', 'קומקום חרס', 'ชุดน้ำชา', 'चाय का प्याला', 'Ceașcă de ceai',
  'Tách trà sứ', '찻잔 세트', '急須 🍵', 'Cafetière à piston', 'Jalape\u0144o & Cafe\u0301 mug', '𠮷野家の湯呑み', '𝒯ℯ𝒶 for two',
  'Family mug 👩‍👩‍👧‍👦', 'Pride cup 🏳️‍🌈', 'Z̷̡͎a̸̛l̶g̸o mug', '\u202Bכוס\u202C mixed', 'Ærø Çelik Ğüşı',
  'Tea\u200Btowel \u2028 two lines',
  '"Quoted" \\ mug\t/', '<b>Bold</b> & Sons', 'ﷺ calligraphy tile', 'Ω ≈ 3.14 ∑ mug'
]

const FIRST_ID = 9007199254740993n // the first integer that a double cannot hold

/** Builds the JSON text by hand, because JSON.stringify cannot write such ids and prices. */
export function productJson (index: number): string {
  const name = JSON.stringify(NAMES[index % NAMES.length])
  const id = FIRST_ID + BigInt(index)
  return `{"id":${id},"name":${name},"price":${(index * 7.35 + 4).toFixed(2)},"currency":"EUR","stock":${index % 5 === 0 ? null : index * 3},` +
    `"tags":["tea","茶",${index % 2 === 0}],"image":"/images/${index % 6 + 1}.png"}`
}

export function productsJson (from: number, count: number): string {
  return `[${Array.from({ length: count }, (_, i) => productJson(from + i)).join(',')}]`
}

export const PRODUCTS = NAMES.length

/** The size is about 100 kB. */
export function catalogueJson (): string {
  return `{"generated":"2024-02-29","rows":18446744073709551615,"items":${productsJson(0, 640)}}`
}

export function feedXml (): string {
  const items = NAMES.slice(0, 8).map(name =>
    `  <item><title><![CDATA[${name}]]></title><link>/api/products/?q=${encodeURIComponent(name)}</link></item>`)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0"><channel><title>News — 新着 — أخبار</title>\n${items.join('\n')}\n</channel></rss>\n`
}

export function stockCsv (): string[] {
  return NAMES.slice(0, 9).map((name, i) => `${FIRST_ID + BigInt(i)},"${name.replaceAll('"', '""')}",${i * 3}\r\n`)
}
