import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { JsonValue } from '../../shared/json.ts'
import { atOnce } from './steps.test-support.ts'
import { VALUES_PER_STEP, writeJson } from './write-json.ts'

const many = <Value>(count: number, create: (index: number) => Value): Value[] =>
  Array.from({ length: count }, (_, index) => create(index))
const named = (count: number) => Object.fromEntries(many(count, (index) => [`k${index}`, index]))

function nested(levels: number): JsonValue {
  let value: JsonValue = []
  for (let level = 0; level < levels; level += 1) value = [value]
  return value
}

test('writes the same text as JSON.stringify, for any size', () => {
  const large = fc.constantFrom<JsonValue>(
    many(VALUES_PER_STEP, () => 'é"'),
    named(VALUES_PER_STEP),
    many(40, () => nested(95)),
    { '"': many(VALUES_PER_STEP - 1, () => null), b: {}, c: [] },
  )
  const small = fc.jsonValue() as fc.Arbitrary<JsonValue>
  const value = fc.oneof(small, large)
  fc.assert(
    fc.property(fc.oneof(value, fc.array(value), fc.dictionary(fc.string(), value)), (json) => {
      expect(atOnce(writeJson(json))).toBe(JSON.stringify(json))
    }),
    { numRuns: 50 },
  )
})

test.each<[string, JsonValue]>([
  ['lists', many(100_000, () => [])],
  ['keys', [named(20_000), named(20_000)]],
  ['deep lists', { role: 'user', content: many(1_000, () => nested(95)) }],
  ['objects below one key', { a: { b: many(50_000, () => ({})) } }],
])('writes many %s in many short steps', (_, value) => {
  const write = vi.spyOn(JSON, 'stringify')
  onTestFinished(() => write.mockRestore())
  const work = writeJson(value)
  let steps = 0
  let written = 0
  let longest = 0
  for (let step = work.next(); step.done !== true; step = work.next()) {
    steps += 1
    longest = Math.max(longest, write.mock.calls.length - written)
    written = write.mock.calls.length
  }

  expect(steps).toBeGreaterThan(15)
  expect(longest).toBeLessThanOrEqual(2 * (VALUES_PER_STEP + 1))
})

test('a value that one step can write is one', () => {
  expect(writeJson(many(VALUES_PER_STEP - 1, () => 0)).next().done).toBe(true)
  expect(writeJson(many(VALUES_PER_STEP, () => 0)).next().done).toBe(false)
})
