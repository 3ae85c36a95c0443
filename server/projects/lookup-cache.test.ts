import { expect, test } from 'vitest'
import { createLookupCache, LOOKUPS_MAX } from './lookup-cache.ts'

const LIFE_MS = 30_000

function createWorld(settings: { readonly staleMs?: number } = {}) {
  const clock = { ms: 0 }
  const facts = new Map<string, string>()
  const asked: string[] = []
  let failure: Error | undefined
  const cache = createLookupCache({
    ...settings,
    load: (key) => {
      asked.push(key)
      return failure ? Promise.reject(failure) : Promise.resolve(facts.get(key))
    },
    lifeMs: LIFE_MS,
    now: () => clock.ms,
  })
  const fail = (error: Error | undefined) => (failure = error)
  return { clock, facts, asked, cache, fail }
}

test('an answer stands for its life, to the millisecond', async () => {
  const { clock, facts, asked, cache } = createWorld()
  facts.set('a', 'old')
  await cache.find('a')
  facts.set('a', 'new')

  clock.ms = LIFE_MS
  expect(await cache.find('a')).toBe('old')
  clock.ms += 1
  expect(await cache.find('a')).toBe('new')
  expect(asked).toEqual(['a', 'a'])
})

test('many who ask at once cause one question', async () => {
  const { facts, asked, cache } = createWorld()
  facts.set('a', '1')

  const answers = await Promise.all(Array.from({ length: 20 }, () => cache.find('a')))

  expect(new Set(answers)).toEqual(new Set(['1']))
  expect(asked).toEqual(['a'])
})

test('what is not there is asked for again, and found once it is', async () => {
  const { facts, cache } = createWorld()

  expect(await cache.find('a')).toBeUndefined()
  facts.set('a', '1')
  expect(await cache.find('a')).toBe('1')
})

test('a failure is not remembered', async () => {
  const { facts, cache, fail } = createWorld()
  facts.set('a', '1')
  fail(new Error('down'))

  await expect(cache.find('a')).rejects.toThrow('down')
  fail(undefined)
  expect(await cache.find('a')).toBe('1')
})

test('what is forgotten is asked for again, even while a question is under way', async () => {
  const { facts, asked, cache } = createWorld()
  facts.set('a', 'old')
  const first = cache.find('a')

  cache.forget('a')
  facts.set('a', 'new')

  expect(await cache.find('a')).toBe('new')
  await first
  expect(await cache.find('a')).toBe('new')
  expect(asked).toEqual(['a', 'a'])
})

test('10,000 keys are remembered; one more pushes the oldest out', async () => {
  const { facts, asked, cache } = createWorld()
  const keys = Array.from({ length: LOOKUPS_MAX }, (_, index) => `k${index}`)
  for (const key of [...keys, 'more']) facts.set(key, key)

  for (const key of keys) await cache.find(key)
  await cache.find('k0')
  expect(asked).toHaveLength(LOOKUPS_MAX)
  await cache.find('more')
  await cache.find('k1')
  expect(asked).toHaveLength(LOOKUPS_MAX + 1)
  await cache.find('k0')
  expect(asked).toHaveLength(LOOKUPS_MAX + 2)
})

test('while its owner cannot be asked an answer stands for so long as it may, to the millisecond', async () => {
  const staleMs = 3 * LIFE_MS
  const { clock, facts, asked, cache, fail } = createWorld({ staleMs })
  facts.set('a', 'old')
  await cache.find('a')
  facts.set('a', 'new')
  fail(new Error('down'))

  clock.ms = LIFE_MS + 1
  expect(await cache.find('a')).toBe('old')
  expect(asked).toEqual(['a', 'a'])
  clock.ms = staleMs
  expect(await cache.find('a')).toBe('old')
  // An old answer that was used once does not become newer.
  clock.ms = staleMs + LIFE_MS + 1
  await expect(cache.find('a')).rejects.toThrow('down')
  fail(undefined)
  expect(await cache.find('a')).toBe('new')
})

test('a millisecond later an answer stands in no more', async () => {
  const staleMs = 3 * LIFE_MS
  const { clock, facts, cache, fail } = createWorld({ staleMs })
  facts.set('a', 'old')
  await cache.find('a')
  fail(new Error('down'))

  clock.ms = staleMs + 1
  await expect(cache.find('a')).rejects.toThrow('down')
})

test('the owner’s next answer takes the place of one that stood in', async () => {
  const { clock, facts, cache, fail } = createWorld({ staleMs: 3 * LIFE_MS })
  facts.set('a', 'old')
  await cache.find('a')
  facts.set('a', 'new')
  fail(new Error('down'))
  clock.ms = LIFE_MS + 1
  expect(await cache.find('a')).toBe('old')

  fail(undefined)
  clock.ms += LIFE_MS + 1
  expect(await cache.find('a')).toBe('new')
})
