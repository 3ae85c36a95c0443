// @vitest-environment node
import { expect, test } from 'vitest'
import { settle } from '../api/manual-clock.test-support.ts'
import { createOptimisticState } from './optimistic-state.ts'

type Words = readonly string[]

/** A list of words. Changes add their word once, and reads replace the list. */
function createWords(initial: Words = []) {
  const published: string[] = []
  const state = createOptimisticState<Words>(initial, () => published.push(state.value.join(' ')))
  const added = (word: string) => (words: Words) =>
    words.includes(word) ? words : [...words, word]
  return {
    state,
    published,
    get text() {
      return state.value.join(' ')
    },
    add(word: string) {
      const call = Promise.withResolvers<string>()
      const done = state.update({
        execute: () => call.promise,
        optimistic: added(word),
        after: (words, result) => (result === '' ? words : added(result)(words)),
      })
      done.catch(() => {})
      return {
        done,
        async succeed(result = '') {
          call.resolve(result)
          await settle()
        },
        async fail() {
          call.reject(new Error('Refused.'))
          await settle()
        },
      }
    },
    read() {
      const call = Promise.withResolvers<Words>()
      const done = state.read(
        () => call.promise,
        (_words, found) => found,
      )
      done.catch(() => {})
      return {
        done,
        async find(...words: readonly string[]) {
          call.resolve(words)
          await settle()
        },
        async fail() {
          call.reject(new Error('Refused.'))
          await settle()
        },
      }
    },
  }
}

test('shows a change before its call is answered, and what the answer adds afterwards', async () => {
  const words = createWords(['a'])
  const change = words.add('b')
  expect(words.text).toBe('a b')

  await change.succeed('c')

  expect(words.text).toBe('a b c')
  expect(await change.done).toBe('c')
})

test('takes back a change that failed, alone, and rejects with its error (4.11)', async () => {
  const words = createWords()
  const [one, two, three] = [words.add('1'), words.add('2'), words.add('3')]

  await two.fail()

  expect(words.text).toBe('1 3')
  await expect(two.done).rejects.toThrow('Refused.')
  await one.succeed()
  await three.fail()
  expect(words.text).toBe('1')
})

test('keeps the order of the calls, whichever is answered first', async () => {
  const words = createWords()
  const [one, two] = [words.add('1'), words.add('2')]

  await two.succeed()
  expect(words.text).toBe('1 2')
  await one.succeed()

  expect(words.text).toBe('1 2')
})

test('a read from before a change does not undo it, whichever is answered first', async () => {
  const words = createWords()
  const early = words.read()
  const change = words.add('new')
  await change.succeed()

  await early.find('old')
  expect(words.text).toBe('old new')

  // A later read is the current state.
  await words.read().find('later')
  expect(words.text).toBe('later')
})

test('a read during a change does not undo it, and is what a failure leaves', async () => {
  const words = createWords()
  const change = words.add('new')

  await words.read().find('found')
  expect(words.text).toBe('found new')
  await change.fail()

  expect(words.text).toBe('found')
})

test('a read that failed changes nothing and lets go what it held', async () => {
  const words = createWords(['a'])
  const read = words.read()
  await words.add('b').succeed()

  await read.fail()

  await expect(read.done).rejects.toThrow('Refused.')
  expect(words.text).toBe('a b')
  await words.read().find('x')
  expect(words.text).toBe('x')
})

test('a change of the confirmed value stays below pending changes', async () => {
  const words = createWords(['a'])
  const change = words.add('b')

  words.state.change((known) => [...known, 'told'])
  expect(words.text).toBe('a told b')
  await change.fail()

  expect(words.text).toBe('a told')
  expect(words.published.at(-1)).toBe('a told')
})
