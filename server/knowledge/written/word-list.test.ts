import { expect, test } from 'vitest'
import { WORDS_PER_LOOKUP } from '../../store/store.ts'
import { createWordList } from './word-list.ts'

const words = createWordList(
  new Map([
    ['return', 3],
    ['returned', 1],
    ['retort', 1],
    ['overturn', 2],
  ]),
)
const namesOf = async (...call: Parameters<typeof words.find>) =>
  (await words.find(...call)).map(({ word }) => word)

test('words are found by themselves, with the number of texts', async () => {
  expect(await words.find(['return', 'zebra'], [])).toEqual([{ word: 'return', pieces: 3 }])
})

test('words are found by their beginning, their end and their length', async () => {
  expect(await namesOf([], [{ by: 'beginning', part: 'return' }])).toEqual(['return', 'returned'])
  expect(await namesOf([], [{ by: 'end', part: 'turn' }])).toEqual(['return', 'overturn'])
  expect(await namesOf([], [{ by: 'beginning', part: 'ret', letters: 6 }])).toEqual([
    'retort',
    'return',
  ])
})

test('a lookup gives so many words, and no more', async () => {
  const list = (length: number) =>
    createWordList(new Map(Array.from({ length }, (_, index) => [`a${1_000 + index}`, 1])))
  const count = async (length: number) =>
    (await list(length).find([], [{ by: 'beginning', part: 'a' }])).length
  expect(await count(WORDS_PER_LOOKUP)).toBe(WORDS_PER_LOOKUP)
  expect(await count(WORDS_PER_LOOKUP + 1)).toBe(WORDS_PER_LOOKUP)
})
