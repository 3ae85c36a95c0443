import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { JsonObject } from '../../shared/json.ts'
import { atOnce } from '../steps/steps.test-support.ts'
import { compareColumn, toColumn } from './json-column.ts'

const isSameJson = (text: string, value: JsonObject) => atOnce(compareColumn(text, value)).isSame

test.each<[object, object, boolean]>([
  [{ a: 1, b: [2, { c: 3, d: 4 }] }, { b: [2, { d: 4, c: 3 }], a: 1 }, true],
  [{ a: 1, b: 2 }, { a: 2, b: 1 }, false],
  [{ a: [1, 2] }, { a: [2, 1] }, false],
  [{ a: {} }, { a: [] }, false],
  [{ a: 10 }, { a: [] }, false],
  [{ a: null }, { a: '12' }, false],
  [{ ['__proto__']: 1, a: 2 }, { a: 2, ['__proto__']: 1 }, true],
  [{ ['__proto__']: {} }, { constructr: {} }, false],
  [{ toString: 1 }, { toStrinG: 1 }, false],
])('%j beside %j', (one, other, isSame) => {
  expect(isSameJson(toColumn(one as JsonObject), other as JsonObject)).toBe(isSame)
})

test('says of any two values what a deep comparison says', () => {
  const content = fc.dictionary(fc.constantFrom('a', 'b', '__proto__'), fc.jsonValue())
  fc.assert(
    fc.property(content, content, (one, other) => {
      const values = [one, other].map((value) => JSON.parse(JSON.stringify(value)) as JsonObject)
      const isSame = isDeepStrictEqual(values[0], values[1])
      expect(isSameJson(JSON.stringify(one), other as JsonObject)).toBe(isSame)
      expect(isSameJson(JSON.stringify(one), one as JsonObject)).toBe(true)
    }),
  )
})

test('reads neither where their texts say it already', () => {
  const parse = vi.spyOn(JSON, 'parse')
  onTestFinished(() => parse.mockRestore())

  expect(isSameJson('{"a":1}', { a: 1 })).toBe(true)
  expect(isSameJson('{"a":1}', { a: 10 })).toBe(false)
  expect(parse).not.toHaveBeenCalled()
})
