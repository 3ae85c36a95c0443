import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isSameJson, JSON_DEPTH_LIMIT, type JsonObject, type JsonValue } from '../json.ts'
import { ARGUMENTS_DIFFER_TEXT, settleArgs } from './settle-args.ts'

const whole = (args: JsonObject, argsText = JSON.stringify(args)) => ({
  type: 'whole',
  args,
  argsText,
})
const differ = (args: JsonObject) => ({ type: 'refused', args, errorText: ARGUMENTS_DIFFER_TEXT })

test.each<[string, string, string]>([
  ['spaces', ' {\n "n" : [ 1, 2 ] }\t', '{"n":[1,2]}'],
  ['the order of names', '{"b":{"d":1,"c":2},"a":1}', '{"a":1,"b":{"c":2,"d":1}}'],
  ['a fraction of nothing', '{"n":1.0}', '{"n":1}'],
  ['an exponent', '{"n":1e2}', '{"n":100}'],
  ['a sign of nothing', '{"n":-0}', '{"n":0}'],
  ['digits that no number here holds', '{"n":9007199254740993}', '{"n":9007199254740992}'],
  ['an escaped character', '{"n":"\\u0041\\/"}', '{"n":"A/"}'],
  ['half a character', '{"n":"a\\ud83d"}', '{"n":"a\ufffd"}'],
  ['a name twice, of which the last one counts', '{"n":1,"n":99}', '{"n":99}'],
  ['a name that copying drops', '{"n":1,"__proto__":{"m":1}}', '{"n":1}'],
])('text and value that differ in %s say the same', (_, text, value) => {
  const settled = settleArgs(text, JSON.parse(value) as JsonObject)

  expect(settled).toMatchObject({ type: 'whole', args: JSON.parse(value) })
})

test.each<[string, string, string]>([
  ['another number', '{"n":1}', '{"n":99}'],
  ['a number as text', '{"n":1}', '{"n":"1"}'],
  ['another order of a list', '{"n":[1,2]}', '{"n":[2,1]}'],
  ['a name more', '{"n":1,"m":null}', '{"n":1}'],
  ['a name fewer', '{}', '{"n":1}'],
  ['the first of a name that stands twice', '{"n":1,"n":99}', '{"n":1}'],
  ['an object for a list', '{"n":{"0":1}}', '{"n":[1]}'],
  ['no object', '[{"n":1}]', '{"n":1}'],
  ['a text of a text', '"{\\"n\\":1}"', '{"n":1}'],
  ['a number that is none', '{"n":1e400}', '{"n":null}'],
  ['a name that every object has', '{"toString":1}', '{"n":1}'],
])('text and value that differ in %s are refused', (_, text, value) => {
  const args = JSON.parse(value) as JsonObject

  expect(settleArgs(text, args)).toEqual(differ(args))
})

test.each(['', '  ', '{', '{"n":9', '{"n":1', '{"n":1} yes', '{}{"n":1}', 'look', '\ufeff{}'])(
  'the value counts where the text is %j',
  (text) => {
    expect(settleArgs(text, { n: 99 })).toEqual(whole({ n: 99 }))
  },
)

test('the text counts where no value came', () => {
  expect(settleArgs('{ "n": 1 }')).toEqual(whole({ n: 1 }, '{ "n": 1 }'))
  expect(settleArgs('{"n":1')).toEqual({ type: 'open' })
  expect(settleArgs('')).toEqual({ type: 'open' })
  expect(settleArgs('[1]')).toMatchObject({ type: 'refused' })
})

test('keeps a text only where every reader finds the value in it', () => {
  const kept = (text: string) => {
    const settled = settleArgs(text)
    return settled.type === 'whole' && settled.argsText
  }

  expect(kept('{ "b": 2, "a": "x  y" }')).toBe('{ "b": 2, "a": "x  y" }')
  expect(kept('{"n":1,"n":99}')).toBe('{"n":99}')
  expect(kept('{"n":9007199254740993}')).toBe('{"n":9007199254740992}')
  expect(kept('{"__proto__":{"m":1},"n":1}')).toBe('{"n":1}')
})

test('pollutes no prototype', () => {
  const settled = settleArgs('', JSON.parse('{"a":{"__proto__":{"polluted":true}}}') as JsonObject)

  expect(settled).toEqual(whole({ a: {} }))
  expect('polluted' in {}).toBe(false)
})

const nested = (levels: number): string => `${'{"a":'.repeat(levels)}{}${'}'.repeat(levels)}`

test('takes arguments as deep as JSON may be, and refuses deeper ones', () => {
  const [deep, deeper] = [nested(JSON_DEPTH_LIMIT), nested(JSON_DEPTH_LIMIT + 1)]

  expect(settleArgs(deep, JSON.parse(deep) as JsonObject).type).toBe('whole')
  expect(settleArgs(deeper, JSON.parse(deeper) as JsonObject)).toMatchObject({
    type: 'refused',
    args: {},
    errorText: expect.stringContaining(`${JSON_DEPTH_LIMIT} levels`),
  })
  expect(settleArgs(nested(200_000))).toMatchObject({ type: 'refused' })
})

test('of any text and value there is one value, or none (5.23)', () => {
  const value = fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue({ maxDepth: 3 }))
  const pair = fc.oneof(
    fc.tuple(value, value),
    value.map((each) => [each, each] as const),
  )
  fc.assert(
    fc.property(pair, fc.constantFrom(undefined, 1, '\t'), fc.nat(), ([one, other], space, cut) => {
      const text = JSON.stringify(one, null, space)
      const args = JSON.parse(JSON.stringify(other)) as JsonObject
      const cutText = text.slice(0, cut % text.length)

      const both = settleArgs(text, args)
      expect(settleArgs(cutText, args)).toMatchObject({ type: 'whole' })
      expect(both.type === 'whole').toBe(isSameJson(JSON.parse(text) as JsonValue, args))
      if (both.type !== 'whole') return
      expect(JSON.parse(both.argsText)).toEqual(both.args)
      // The next reader gets the same result.
      expect(settleArgs(both.argsText, both.args)).toEqual(both)
    }),
  )
})
