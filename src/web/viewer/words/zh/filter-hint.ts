// The Chinese words of filter/hint.tsx.
import type { Words } from '../en.js'

export const filterHint: Words['filterHint'] = {
  key: (name, meant) => `没有“${name}:”这个键，${meant === undefined ? '已按文本搜索。' : `是不是“${meant}:”？`}`,
  value: (key, value) => `键“${key}”不接受“${value}”。`,
  bracket: part => `“${part}”中的括号不成对，已按文本搜索。`,
  quote: part => `“${part}”中的引号没有闭合。`,
  expression: part => `“${part}”不是有效的正则表达式，已按文本搜索。`,
  foreign: part => `“${part}”已按文本搜索。`,
  use: '改为',
  keys: {}
}
