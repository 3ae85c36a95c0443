import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { JsonValue } from '../../shared/json.ts'
import { isJsonLonger } from './message-limits.ts'

test('counts what the text of a value has, for any value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (json) => {
      const bytes = Buffer.byteLength(JSON.stringify(json))
      expect(isJsonLonger(json as JsonValue, bytes)).toBe(false)
      expect(isJsonLonger(json as JsonValue, bytes - 1)).toBe(true)
    }),
  )
})

/** A value that counts accesses to its members. */
function watched(count: number): { readonly value: JsonValue; readonly looks: () => number } {
  let looks = 0
  const each = {
    get a() {
      looks += 1
      return 0
    },
  }
  return { value: Array.from({ length: count }, () => each), looks: () => looks }
}

test('looks at no more values than the bytes can hold', () => {
  const { value, looks } = watched(290_000)

  expect(isJsonLonger(value, 1_000)).toBe(true)

  expect(looks()).toBeLessThan(1_000)
})
