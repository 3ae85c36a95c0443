import { expect, test } from 'vitest'
import type { DeskMessage } from '../../shared/desk/conversations.ts'
import { turnsBefore } from './mended-answer.ts'

const message = (id: string, parentId: string | null, role: DeskMessage['role']) =>
  ({ id, parentId, role }) as DeskMessage
const messages = [
  message('rules', null, 'system'),
  message('q1', 'rules', 'user'),
  message('a1', 'q1', 'assistant'),
  message('other', 'q1', 'assistant'),
  message('q2', 'a1', 'user'),
  message('a2', 'q2', 'assistant'),
]

test.each([
  ['q1', 0],
  ['a1', 0],
  ['q2', 2],
  ['a2', 2],
] as const)('before %s stand %i turns of its own branch', (id, count) => {
  expect(
    turnsBefore(
      { messages },
      messages.find((each) => each.id === id)!,
    ),
  ).toBe(count)
})
