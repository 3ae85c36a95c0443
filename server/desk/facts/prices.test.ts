import { expect, test } from 'vitest'
import { LIMIT_DEFAULTS } from '../../limits/limit-table.ts'
import { parseConfig } from '../../projects/parse-config.ts'
import { serviceOf } from '../../projects/project.ts'
import { costMicros } from './cost.ts'

const MODEL = 'openai/gpt-5'
const source = { name: 'alcove.config.ts', limits: LIMIT_DEFAULTS }
const read = (prices: unknown) => serviceOf(parseConfig({ prices, projects: {} }, source)).prices
const ofModel = (price: unknown) => read({ [MODEL]: price })

const days = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    from: `20${String(Math.floor(index / 28) + 10)}-01-${String((index % 28) + 1).padStart(2, '0')}`,
    input: index,
  }))

test.each<[unknown, string]>([
  [[], 'prices["openai/gpt-5"]: expected 1 to 100 prices'],
  [days(101), 'prices["openai/gpt-5"]: expected 1 to 100 prices'],
  [{}, 'prices["openai/gpt-5"][0].input: is missing'],
  [{ input: '2' }, 'prices["openai/gpt-5"][0].input: expected a number, but it is "2"'],
  [{ input: NaN }, 'prices["openai/gpt-5"][0].input: expected a number'],
  [{ input: -1 }, 'prices["openai/gpt-5"][0].input: expected a price of 0 or more'],
  [{ input: 1_000_001 }, 'prices["openai/gpt-5"][0].input: expected a price of a million tokens'],
  [{ input: 1, cachedInput: -1 }, 'prices["openai/gpt-5"][0].cachedInput: expected a price'],
  [{ input: 1, output: Infinity }, 'prices["openai/gpt-5"][0].output: expected a price'],
  [{ input: 1, cached: 1 }, 'prices["openai/gpt-5"][0]: unknown key "cached"'],
  [[{ input: 1 }, { from: '', input: 1 }], '[1].from: expected a day, such as 2026-11-01'],
  [{ from: '2026-13-01', input: 1 }, '[0].from: expected a day, such as 2026-11-01'],
  [{ from: '1.11.2026', input: 1 }, '[0].from: expected a day, such as 2026-11-01'],
  [[{ input: 1 }, { input: 2 }], 'prices["openai/gpt-5"]: two prices are from the same day'],
])('a bad price is named: %j', (price, problem) => {
  expect(() => ofModel(price)).toThrow(problem)
})

test('a model has a name with its provider, of at most 200 characters', () => {
  const price = { input: 1 }
  const named = (length: number) => `openai/${'x'.repeat(length - 'openai/'.length)}`
  expect(() => read({ 'gpt-5': price })).toThrow(/"gpt-5" is not a name; .*such as openai\/gpt-5/)
  expect(() => read({ [named(201)]: price })).toThrow('is not a name')
  expect(read({ [named(200)]: price, demo: price }).size).toBe(2)
  expect(ofModel(days(100)).get(MODEL)).toHaveLength(100)
  expect(ofModel({ input: 1_000_000 }).get(MODEL)).toEqual([
    { from: '', input: 1_000_000, output: 0 },
  ])
})

test('an answer costs what its day’s price says', () => {
  const prices = ofModel([
    { from: '2026-12-01', input: 1, output: 4 },
    { input: 2, cachedInput: 0.5, output: 10 },
  ])
  const cost = (day: string, inputTokens: number | null, outputTokens: number | null = null) =>
    costMicros(prices, MODEL, day, { inputTokens, cachedTokens: null, outputTokens })
  expect(cost('2026-11-30', 100, 10)).toBe(300)
  expect(cost('2026-12-01', 100, 10)).toBe(140)
  expect(cost('2026-11-30', null, null)).toBeNull()
  expect(costMicros(prices, 'openai/other', '2026-11-30', { ...NONE, inputTokens: 1 })).toBeNull()
  const later = ofModel({ from: '2026-12-01', input: 1 })
  expect(costMicros(later, MODEL, '2026-11-30', { ...NONE, inputTokens: 1 })).toBeNull()
})

test('cached tokens have their own price, or that of others, and are never more than the input', () => {
  const cost = (price: object, cachedTokens: number) =>
    costMicros(ofModel(price), MODEL, '2026-11-30', { ...NONE, inputTokens: 100, cachedTokens })
  expect(cost({ input: 2, cachedInput: 0.5 }, 40)).toBe(60 * 2 + 40 * 0.5)
  expect(cost({ input: 2, cachedInput: 0 }, 40)).toBe(120)
  expect(cost({ input: 2 }, 40)).toBe(200)
  expect(cost({ input: 2, cachedInput: 0.5 }, 140)).toBe(50)
})

const NONE = { inputTokens: null, cachedTokens: null, outputTokens: null }
