import { setImmediate as settle } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createSearchTurns, SEARCHES_AT_ONCE } from './search-turns.ts'

/** Searches that begin and end on request. */
function createStage() {
  const take = createSearchTurns()
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  return {
    begun,
    async ask(name: string, who: string, signal?: AbortSignal) {
      const end = await take(who, signal)
      if (!end) return begun.push(`${name} left`)
      ends.set(name, end)
      return begun.push(name)
    },
    async end(name: string) {
      ends.get(name)!()
      await settle()
    },
  }
}

test('two searches go on at once, and the third waits for an end', async () => {
  const { ask, begun, end } = createStage()
  for (let number = 1; number <= SEARCHES_AT_ONCE + 1; number += 1)
    void ask(`${number}`, `workspace ${number}`)
  await settle()
  expect(begun).toEqual(['1', '2'])

  await end('2')
  expect(begun).toEqual(['1', '2', '3'])
})

test('what one workspace asks for goes on one after the other, and others do not wait for it', async () => {
  const { ask, begun, end } = createStage()
  for (const name of ['a1', 'a2', 'a3']) void ask(name, 'a')
  void ask('b1', 'b')
  await settle()
  expect(begun).toEqual(['a1', 'b1'])

  await end('a1')
  expect(begun).toEqual(['a1', 'b1', 'a2'])
  void ask('c1', 'c')
  await end('b1')
  expect(begun).toEqual(['a1', 'b1', 'a2', 'c1'])
  await end('a2')
  expect(begun.at(-1)).toBe('a3')
})

test('whoever leaves has no turn, and takes none from others', async () => {
  const { ask, begun, end } = createStage()
  const leaving = new AbortController()
  void ask('a1', 'a')
  void ask('a2', 'a', leaving.signal)
  void ask('a3', 'a')
  void ask('gone', 'b', AbortSignal.abort())
  await settle()
  leaving.abort()
  await end('a1')
  expect(begun).toEqual(['a1', 'gone left', 'a2 left', 'a3'])

  // A started search ends by itself.
  await end('a3')
  await ask('a4', 'a')
  expect(begun.at(-1)).toBe('a4')
})
