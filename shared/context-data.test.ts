import { expect, test } from 'vitest'
import {
  CONTEXT_DATA_MAX_BYTES,
  CONTEXT_FIELDS_MAX,
  CONTEXT_NAME_MAX_CHARACTERS,
  isContextData,
} from './context-data.ts'

const fields = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`field ${index}`, index]))
/** This many bytes as JSON: each letter takes two. */
const ofBytes = (bytes: number) => {
  const odd = bytes % 2 === 0 ? 'x' : ''
  return { note: 'é'.repeat((bytes - '{"note":""}'.length - odd.length) / 2) + odd }
}

test.each([
  ['no field', {}, true],
  ['values of each kind', { cart: [{ sku: 4711 }], user: { name: 'Ada', isPaying: true } }, true],
  ['the most fields', fields(CONTEXT_FIELDS_MAX), true],
  ['one more', fields(CONTEXT_FIELDS_MAX + 1), false],
  ['the longest name', { ['n'.repeat(CONTEXT_NAME_MAX_CHARACTERS)]: 1 }, true],
  ['a longer one', { ['n'.repeat(CONTEXT_NAME_MAX_CHARACTERS + 1)]: 1 }, false],
  ['a name of spaces', { ' ': 1 }, false],
  ['the most bytes', ofBytes(CONTEXT_DATA_MAX_BYTES), true],
  ['one more byte', ofBytes(CONTEXT_DATA_MAX_BYTES + 1), false],
  ['a list', ['cart'], false],
  ['a text', 'cart', false],
  ['a function in it', { cart: () => 1 }, false],
])('%s', (_name, value, isRight) => {
  expect(isContextData(value)).toBe(isRight)
})
