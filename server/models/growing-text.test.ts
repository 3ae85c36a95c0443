import { expect, test } from 'vitest'
import { createGrowingText, PIECES_MAX } from './growing-text.ts'

test.each([0, 1, PIECES_MAX - 1, PIECES_MAX, PIECES_MAX + 1, 10 * PIECES_MAX])(
  'holds %i pieces as one text, in their order',
  (count) => {
    const text = createGrowingText()
    const pieces = Array.from({ length: count }, (_, index) => `${index} `)
    for (const piece of pieces) text.add(piece)

    expect(text.length).toBe(pieces.join('').length)
    expect(text.take()).toBe(pieces.join(''))
  },
)

test('begins anew once it was taken', () => {
  const text = createGrowingText()
  for (let index = 0; index <= PIECES_MAX; index += 1) text.add('old')
  text.take()
  expect(text.length).toBe(0)

  text.add('new')

  expect(text.take()).toBe('new')
})
