import { expect, test } from 'vitest'
import { inTurns } from '../../steps/in-turns.ts'
import { createConcept } from './expand-query.ts'
import { scoreEntries } from './score-entries.ts'

const functionWords = new Set(['the', 'is'])
/** For a text without title and headings, and a question whose known words stand in one piece each. */
async function isAboveFloor(
  text: string,
  known: readonly string[],
  unknown: number,
  total = 1_000,
) {
  const words = [...known, ...Array.from({ length: unknown }, (_, index) => `unknown${index}`)]
  const concepts = words.map((word) => {
    const near = known.includes(word) ? [{ word, pieces: 1, nearness: 1 }] : []
    return createConcept(word, near, { total, functionWords })
  })
  const entry = { pieceId: 1, documentId: 'd', words: `\n\n${text}` }
  return (await inTurns(scoreEntries([entry], concepts, total)))[0]!.isAboveFloor
}

test('one of many words is below the floor, and one of few is above it', async () => {
  expect(await isAboveFloor('a wick', ['wick'], 0)).toBe(true)
  expect(await isAboveFloor('a wick', ['wick'], 4)).toBe(false)
})

test('a longer question needs a smaller share of its words', async () => {
  const text = 'wick lantern brass ring'
  expect(await isAboveFloor(text, ['wick', 'lantern'], 4)).toBe(false)
  expect(await isAboveFloor(text, ['wick', 'lantern', 'brass', 'ring'], 8)).toBe(true)
})

test('in a small project, whose words are not rare, less is enough', async () => {
  expect(await isAboveFloor('wick lantern', ['wick', 'lantern'], 1, 5)).toBe(true)
  expect(await isAboveFloor('wick lantern', ['wick', 'lantern'], 4, 5)).toBe(false)
})
