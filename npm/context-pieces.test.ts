import { expect, test } from 'vitest'
import { joinPieces } from './context-pieces.ts'

test('pieces stand below each other, in the order of their keys', () => {
  const pieces = [
    { key: 'Page', piece: { system: 'The red chair.', callSettings: { temperature: 0.2 } } },
    { key: 'Cart', piece: 'Two mugs.' },
    { key: 'Mood', piece: { callSettings: { temperature: 0.9, topP: 0.5 } } },
  ]

  expect(joinPieces(pieces)).toEqual({
    system: 'Cart: Two mugs.\n\nPage: The red chair.',
    callSettings: { temperature: 0.9, topP: 0.5 },
  })
  expect(joinPieces(pieces.slice(2))).toEqual({ callSettings: { temperature: 0.9, topP: 0.5 } })
})

test('of one key the newest counts', () => {
  const pieces = [
    { key: 'Cart', piece: 'One mug.' },
    { key: 'Page', piece: 'A chair.' },
    { key: 'Cart', piece: 'Two mugs.' },
  ]

  expect(joinPieces(pieces)?.system).toBe('Cart: Two mugs.\n\nPage: A chair.')
})

test('nothing is no context, and an empty piece is nothing of one', () => {
  expect(joinPieces([])).toBeNull()
  expect(joinPieces([{ key: 'Cart', piece: '' }])).toEqual({})
})
