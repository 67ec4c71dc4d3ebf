// Random texts and queries made of the syntax of the filter language, in every combination.
import fc from 'fast-check'
import { KEYS } from '../../src/filter/keys.js'
import { anyCharacter } from '../support/any-character.js'

const PIECES = [
  ' ', ' ', '  ', '\t', '\u3000', '(', ')', '((', '))', '-', '--', 'OR', ' OR ', 'OR(', 'or', '"', '""', '\\', '\\"', '\\\\', '/', '//',
  '/a/', '/(/', '/[/]/', '/a{1,2}/', '/a\\/b/',
  ',', ',,', ':', '=', '==', '>', '>=', '<', '*', '4xx', '404', '>=400', '400-499', '1-2s', '5m', '10:32', '2026-11-21', 'a', 'B', 'ab',
  'a(b)', 'a(', 'é', '茶', '\ud83c', '\udf75', 'error', 'x=y',
  'data.id=42', '["a b"]', 'foo:', 'foo:bar', 'http://a/b?c=d',
  ...KEYS.flatMap(({ name, aliases }) => [name, ...aliases]).flatMap(name => [`${name}:`, `-${name}:`]), 'HOST:'
]

export const anyText = fc.oneof(
  fc.array(fc.constantFrom(...PIECES), { maxLength: 16 }).map(pieces => pieces.join('')),
  fc.string({ unit: anyCharacter, maxLength: 30 })
)
