import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyChunk } from '../../shared/thread/apply-chunk.ts'
import { createAssistantMessage, type Message } from '../../shared/thread/message.ts'
import type { Chunk } from '../../shared/wire/chunk.ts'
import { foldAnswer } from './fold-answer.ts'

const id = fc.constantFrom('a', 'b')
const delta = fc.string({ maxLength: 3 })
const chunk: fc.Arbitrary<Chunk> = fc.oneof(
  fc.record({ type: fc.constantFrom('text-start', 'reasoning-start', 'text-end'), id }),
  { weight: 6, arbitrary: fc.record({ type: fc.constant('text-delta' as const), id, delta }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('reasoning-delta' as const), id, delta }) },
  fc.constant({ type: 'start-step' as const }),
  fc.record({ type: fc.constant('message-metadata' as const), messageMetadata: fc.constant({}) }),
)

test('is at every look what folding chunk by chunk gives', () => {
  const begun = createAssistantMessage('m', '2026-11-21T08:00:00.000Z')
  const steps = fc.array(fc.record({ chunk, isRead: fc.boolean() }), { maxLength: 40 })
  fc.assert(
    fc.property(steps, (list) => {
      const fold = foldAnswer(begun)
      let expected = begun
      const looks: [Message, Message][] = []
      for (const { chunk: next, isRead } of list) {
        fold.add(next)
        expected = applyChunk(expected, next)
        if (isRead) looks.push([fold.read(), expected])
      }
      looks.push([fold.read(), expected])
      expect(looks.map(([found]) => found)).toEqual(looks.map(([, wanted]) => wanted))
    }),
  )
})

test('leaves the chunks that it was given as they were', () => {
  const fold = foldAnswer(createAssistantMessage('m', '2026-11-21T08:00:00.000Z'))
  const first: Chunk = { type: 'text-delta', id: 'a', delta: 'one' }

  fold.add({ type: 'text-start', id: 'a' })
  fold.add(first)
  fold.add({ type: 'text-delta', id: 'a', delta: ' two' })

  expect(first.delta).toBe('one')
  expect(fold.read().content).toMatchObject([{ type: 'text', text: 'one two' }])
})
