import { expect, test } from 'vitest'
import { createAssistantMessage } from '../../shared/thread/message.ts'
import type { AnswerChunk } from '../models/step-memory.ts'
import { driveRun } from './drive-run.ts'
import { KEEPS_NOTHING } from './keep-run.ts'

test('readers get the number of a memory alone, and a call once its memory is saved', async () => {
  const signature = 'SIGNED'
  const said: readonly AnswerChunk[] = [
    { type: 'start-step' },
    { type: 'reasoning-start', id: 'r' },
    {
      type: 'step-memory',
      model: 'm',
      part: { type: 'reasoning', id: 'r' },
      metadata: { a: { signature } },
    },
    { type: 'reasoning-end', id: 'r' },
    { type: 'tool-input-available', toolCallId: 'c', toolName: 'pick', input: {} },
    { type: 'finish-step' },
    { type: 'finish' },
  ]
  const events: string[] = []
  const lines: string[] = []
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>()
  const { promise: stored, resolve: store } = Promise.withResolvers<void>()
  const run = driveRun({
    answer: createAssistantMessage('m', ''),
    async *chunks() {
      yield* said
    },
    limits: { answerBytes: 100, toolArgsBytes: 100, toolResultBytes: 100 },
    log: { append: (event) => events.push(event), end: (last) => events.push(last) },
    keeper: {
      ...KEEPS_NOTHING,
      checkpoint: (json) => lines.push(json),
      saved() {
        ask()
        return stored
      },
    },
    onError: (error) => expect.unreachable(String(error)),
  })

  await asked
  expect(lines.join()).toContain(signature)
  expect(events.join('')).toContain('reasoning-end')
  expect(events.join('')).not.toContain('tool-input-available')
  store()
  await run.ended

  expect(events[2]).toBe('id: 3\n\n')
  expect(events.join('')).toContain('id: 5\ndata: {"type":"tool-input-available"')
  expect(events.join('')).not.toContain(signature)
})
