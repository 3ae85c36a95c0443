import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { JSON_STEP } from '../steps/parse-text.ts'
import { atOnce } from '../steps/steps.test-support.ts'
import { JSON_KEYS_MAX, JSON_VALUES_MAX, parseJson } from './parse-input.ts'

const read = (text: string): unknown => atOnce(parseJson([new TextEncoder().encode(text)]))

/** A string that is longer than a step, so that its surroundings are parsed in pieces. */
const LONG = 'é'.repeat(JSON_STEP)

const keysText = (count: number): string =>
  `{${Array.from({ length: count }, (_, index) => `"k${index}":0`).join(',')}}`

function nativeOf(text: string): unknown {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return 'is not JSON'
  }
}

function ownOf(text: string): unknown {
  try {
    return { value: read(text) }
  } catch {
    return 'is not JSON'
  }
}

test('makes of any JSON what the parser makes of it', () => {
  const long = fc.constantFrom(LONG, `${LONG}"\\`, [LONG, 1], { [LONG]: LONG, __proto__: 1 })
  const value = fc.oneof({ weight: 3, arbitrary: fc.jsonValue() }, { weight: 1, arbitrary: long })
  const tree = fc.oneof(value, fc.array(value), fc.dictionary(fc.string(), value))
  fc.assert(
    fc.property(tree, fc.constantFrom(0, 1), (json, indent) => {
      const text = JSON.stringify(json, null, indent)
      expect(read(text)).toEqual(JSON.parse(text))
    }),
  )
})

describe('beside long texts', () => {
  test.each([
    '[L]',
    '[L,L]',
    '[ L , 1 , L ]',
    '[1,L,{},[L],"a"]',
    '{"a":L,"b":L}',
    '{"a":L,"a":1}',
    '{"a":1,"a":L}',
    '{"2":L,"1":L}',
    '{"__proto__":L,"constructor":{"a":L}}',
    '{"a" : L }',
    '[[L],[[L]]] ',
    '[L',
    '[L,]',
    '[L L]',
    '[L 1]',
    '[1 L]',
    '[,L]',
    '[L,,1]',
    '[L}',
    '{"a":L]',
    '{L}',
    '{"a" L}',
    '{"a":L,}',
    '{"a":L "b":1}',
    '{L:1}',
    '{L:L}',
    '{1:L}',
    '{"a":[L],L}',
    '[L]]',
    '[L][L]',
    '[L],',
    '[L]x',
    'x[L]',
    '\u00a0[L]',
    '[L,\u00a01]',
    '[L:1]',
    'L',
    '"\\uD83D\\uDE00"',
  ])('%s', (shape) => {
    const long = JSON.stringify(`${LONG}\ud83d\ude00\u0001\\`)
    const text = shape.replaceAll('L', long)
    expect(isDeepStrictEqual(ownOf(text), nativeOf(text))).toBe(true)
  })

  test.each(Array.from({ length: 8 }, (_, index) => index))(
    'an escape is whole wherever a piece ends (%i)',
    (offset) => {
      const text = `["${'a'.repeat(JSON_STEP - offset)}\\ud83d\\ude00\\\\\\n${'b'.repeat(JSON_STEP)}"]`
      expect(isDeepStrictEqual(read(text), JSON.parse(text))).toBe(true)
    },
  )

  test.each(['\\', '\\u12', '\\x', '\n'])('what is no text is refused: %j', (bad) => {
    const text = `["${'a'.repeat(JSON_STEP - 1)}${bad}${'z'.repeat(JSON_STEP)}"]`
    expect(ownOf(text)).toBe('is not JSON')
  })
})

const MIB = 1_048_576
const many = (count: number, create: (index: number) => unknown) =>
  JSON.stringify(Array.from({ length: count }, (_, index) => create(index)))

test.each([
  ['keys', `[${Array.from({ length: 4 }, () => keysText(JSON_KEYS_MAX)).join(',')}]`],
  ['objects of other keys', many(60_000, (index) => ({ [`k${index}`]: 0 }))],
  ['lists', many(JSON_VALUES_MAX / 2 - 1, () => [])],
  ['texts', many(JSON_VALUES_MAX - 1, (index) => `${index}`.padEnd(60, 'é'))],
  ['a text', `["${'é'.repeat(10 * MIB)}"]`],
  ['a text of escapes', `["${'\\u0061'.repeat(3 * MIB)}"]`],
  ['spaces', `[${' '.repeat(20 * MIB)}]`],
])('takes many short steps for many %s', (_, text) => {
  const bytes = new TextEncoder().encode(text)
  const work = parseJson([bytes])
  let steps = 0
  const parse = vi.spyOn(JSON, 'parse')
  onTestFinished(() => parse.mockRestore())
  for (let step = work.next(); step.done !== true; step = work.next()) steps += 1
  expect(steps).toBeGreaterThanOrEqual(Math.floor(bytes.length / JSON_STEP))
  const longest = Math.max(...parse.mock.calls.map(([piece]) => piece.length))
  expect(longest).toBeLessThan(3 * JSON_STEP)
})

test('an object has 20,000 keys and not one more, wherever it stands', () => {
  const most = keysText(JSON_KEYS_MAX)
  const tooMany = keysText(JSON_KEYS_MAX + 1)

  expect(Object.keys(read(most) as object)).toHaveLength(20_000)
  expect(read(`[${most},${most}]`)).toHaveLength(2)
  expect(read(`[${'0,'.repeat(JSON_KEYS_MAX)}0]`)).toHaveLength(JSON_KEYS_MAX + 1)
  expect(() => read(tooMany)).toThrow('has an object of more than 20000 keys')
  expect(() => read(`[{"a":${tooMany}}]`)).toThrow('has an object of more than 20000 keys')
})
