// The Chinese words of rules/match-field.tsx.
import type { Words } from '../en.js'

export const matchFaults: Words['matchFaults'] = {
  unknown: (key, allowed) => `请求开始时还不知道“${key}”。规则可以使用 ${allowed}，以及 URL 中的文本。`,
  expression: '规则不接受正则表达式，因为它可能卡住应用。请用 * 代表任意内容，或给文本加引号。',
  values: (count, most) => `规则最多可以将请求与 ${most} 个值比较；这里有 ${count} 个。`,
  key: (name, meant) => `没有“${name}:”这个键。${meant === undefined ? '要按文本搜索，请加引号。' : `是不是“${meant}:”？`}`,
  value: (key, value, meant) => `键“${key}”不接受“${value}”。${meant === undefined ? '' : `是不是“${meant}”？`}`,
  or: 'OR 的两边都要有条件。',
  term: part => `“${part}”中没有条件。`,
  empty: part => `“${part}”没有值。`,
  bracket: part => `“${part}”中的括号不成对。要按文本搜索，请加引号。`,
  quote: part => `“${part}”中的引号没有闭合。`,
  foreign: (part, meant) => meant
    ? `“${part}”会按文本搜索。是不是${meant === '-' ? '紧接在排除条件前的' : ''}“${meant}”？`
    : `“${part}”会按文本搜索。并列的条件本来就要全部满足，请去掉它。`,
  notExpression: part => `“${part}”不是正则表达式。要按文本搜索，请加引号。`,
  keys: {}
}
