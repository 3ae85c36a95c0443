import { parsePartialJson as parseLikeAi } from 'ai'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { JSON_DEPTH_LIMIT } from '../json.ts'
import { parsePartialArgs, parsePartialJson } from './partial-json.ts'

test.each([
  ['{"city":"Os', { city: 'Os' }],
  ['{"city":"Oslo","da', { city: 'Oslo' }],
  ['{"city":"Oslo","days"', { city: 'Oslo' }],
  ['{"city":"Oslo","days":', { city: 'Oslo' }],
  ['{"days":1', { days: 1 }],
  ['{"days":-', {}],
  ['{"days":1.', { days: 1 }],
  ['{"list":[1,[2,', { list: [1, [2]] }],
  ['{"is":tr', { is: true }],
  ['{"is":n', { is: null }],
  [String.raw`{"a":"x\u00e`, { a: 'x' }],
  ['{"a":"x\\', { a: 'x' }],
  [' {\n\t"a" : 1 ,\r"b" : [ ] } ', { a: 1, b: [] }],
  ['{}', {}],
  ['', {}],
])('reads %j as far as it goes', (text, value) => {
  expect(parsePartialArgs(text)).toEqual(value)
})

test.each([
  ['{"a":1 oops', { a: 1 }],
  ['{"a":1,}', { a: 1 }],
  ['{"a":1,b:2}', { a: 1 }],
  [String.raw`{"a":1,"b":"\x"}`, { a: 1 }],
  ['{"a":[1}', { a: [1] }],
  ['[1]', {}],
  ['"text"', {}],
  ['no json', {}],
])('reads %j up to where it goes wrong', (text, value) => {
  expect(parsePartialArgs(text)).toEqual(value)
})

test('reads 100 levels below the first and nothing below them, however deep a text goes', () => {
  const nested = (levels: number) => '['.repeat(levels)
  const depthOf = (value: unknown): number =>
    Array.isArray(value) ? 1 + Math.max(0, ...value.map(depthOf)) : 0

  expect(depthOf(parsePartialJson(nested(JSON_DEPTH_LIMIT + 1)))).toBe(JSON_DEPTH_LIMIT + 1)
  expect(depthOf(parsePartialJson(nested(JSON_DEPTH_LIMIT + 2)))).toBe(JSON_DEPTH_LIMIT + 1)
  expect(depthOf(parsePartialJson(nested(1_000_000)))).toBe(JSON_DEPTH_LIMIT + 1)
})

test('pollutes no prototype and hides no key behind one', () => {
  const args = parsePartialArgs(
    '{"__proto__":{"polluted":true},"constructor":{"prototype":1},"a":1',
  )

  expect(args).toEqual({ constructor: { prototype: 1 }, a: 1 })
  expect(Object.getPrototypeOf(args)).toBe(Object.prototype)
  expect('polluted' in {}).toBe(false)
  expect(args['polluted']).toBeUndefined()
})

const json = fc.jsonValue({ maxDepth: 4 }).map((value) => JSON.stringify(value))
const hasNoTrap = (text: string) => !text.includes('__proto__')
/** Theirs leaves out an unfinished exponent, even a complete one. */
const hasNoExponent = (text: string) => !/\de/.test(text)
/** Theirs ends a key at its first quote, even an escaped one. */
function hasPlainKeys(text: string) {
  const keys: string[] = []
  JSON.parse(text, (key, value: unknown) => {
    keys.push(key)
    return value
  })
  return !keys.some((key) => key.includes('"'))
}

test('reads a whole text like the engine does', () => {
  fc.assert(
    fc.property(json.filter(hasNoTrap), (text) => {
      expect(parsePartialJson(text)).toEqual(JSON.parse(text))
    }),
  )
})

test('reads every prefix like the AI SDK does', async () => {
  const texts = json.filter(hasNoTrap).filter(hasNoExponent).filter(hasPlainKeys)
  await fc.assert(
    fc.asyncProperty(texts, fc.nat(200), async (text, at) => {
      const prefix = text.slice(0, at % (text.length + 1))
      const { state, value } = await parseLikeAi(prefix)
      const ours = parsePartialJson(prefix)

      expect(ours).toEqual(state === 'failed-parse' ? ours : value)
    }),
    { numRuns: 1_000 },
  )
})

test('takes any text', () => {
  const unit = fc.constantFrom(...'{}[]"\\u:,1-t \n')

  fc.assert(
    fc.property(fc.string({ unit }), (text) => {
      expect(() => parsePartialJson(text)).not.toThrow()
    }),
    { numRuns: 1_000 },
  )
})
