// Finds the name of the function that contains a position in a source file. Source maps do not contain this name. They contain the name of
// the identifier at the position; at a call, this is the called function.
import { parser } from '@lezer/javascript'

/** Longer sources take too long to parse. In characters. */
const MAX_SOURCE_LENGTH = 2_000_000
const MAX_NAME_LENGTH = 100
const FUNCTIONS = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunction', 'MethodDeclaration']
const NAMES = ['VariableDefinition', 'PropertyDefinition', 'PrivatePropertyDefinition']

type Node = ReturnType<ReturnType<typeof parser.parse>['resolveInner']>
/** Finds the name of the innermost function around a line and a column, which count from 1. Undefined if it has none. */
export type FunctionFinder = (line: number, column: number) => string | undefined

const javaScript = parser.configure({ dialect: 'ts jsx' })
const typeScript = parser.configure({ dialect: 'ts' })

/** Undefined if the file is not JavaScript or TypeScript. */
export function functionFinder (file: string, text: string): FunctionFinder | undefined {
  const [, kind] = /\.([cm]?[jt]sx?)$/i.exec(file.replace(/[?#].*$/, '')) ?? []
  if (kind === undefined || text.length > MAX_SOURCE_LENGTH) return undefined
  // In TypeScript without JSX, `<Type>value` converts a value.
  const tree = (/^[cm]?ts$/i.test(kind) ? typeScript : javaScript).parse(text)
  const lines = lineStarts(text)
  return (line, column) => {
    const start = lines[line - 1]
    return start === undefined ? undefined : nameAround(tree.resolveInner(start + column - 1, 1), text)
  }
}

function lineStarts (text: string): number[] {
  const starts = [0]
  for (const { index } of text.matchAll(/\n/g)) starts.push(index + 1)
  return starts
}

function nameAround (innermost: Node, text: string): string | undefined {
  for (let node: Node | null = innermost; node; node = node.parent) {
    if (isFunction(node)) return nameOf(node, text)?.slice(0, MAX_NAME_LENGTH)
  }
  return undefined
}

/** A method of an object is a property with a block. */
function isFunction (node: Node): boolean {
  return FUNCTIONS.includes(node.name) || (node.name === 'Property' && node.getChild('Block') !== null)
}

function nameOf (node: Node, text: string): string | undefined {
  const named = ownName(node, text)
  if (named !== undefined) return withClass(node, named, text)
  const { parent } = node
  switch (parent?.name) {
    case 'VariableDeclaration': return textOf(lastBefore(node, 'VariableDefinition'), text)
    case 'AssignmentExpression': return /[\w$]+$/.exec(textOf(parent.firstChild, text) ?? '')?.[0]
    case 'Property': return ownName(parent, text)
    case 'PropertyDeclaration': return withClass(parent, ownName(parent, text), text)
    default: return undefined
  }
}

function ownName (node: Node, text: string): string | undefined {
  for (const name of NAMES) {
    const child = node.getChild(name)
    if (child) return textOf(child, text)
  }
  return undefined
}

/** As engines name methods: `Client.send`. */
function withClass (node: Node, name: string | undefined, text: string): string | undefined {
  const [body, of] = [node.parent, node.parent?.parent]
  const className = body?.name === 'ClassBody' && of ? textOf(of.getChild('VariableDefinition'), text) : undefined
  return name !== undefined && className !== undefined ? `${className}.${name}` : name
}

function lastBefore (node: Node, name: string): Node | null {
  let sibling = node.prevSibling
  while (sibling && sibling.name !== name) sibling = sibling.prevSibling
  return sibling
}

function textOf (node: Node | null, text: string): string | undefined {
  return node ? text.slice(node.from, node.to) : undefined
}
