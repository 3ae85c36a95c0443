import { expect, test } from 'vitest'
import { createAssistantMessage, type Message } from '../../shared/thread/message.ts'
import type { Chunk } from '../../shared/wire/chunk.ts'
import { CONTENT_MAX_BYTES, createAnswerLimit, type AnswerLimits } from './limit-answer.ts'
import { limitsLeft } from './limits-left.ts'

const LIMITS: AnswerLimits = { answerBytes: 10, toolArgsBytes: 100, toolResultBytes: 100 }
const answer: Message = {
  ...createAssistantMessage('m', ''),
  content: [
    { type: 'text', text: 'é34' },
    { type: 'reasoning', text: '56' },
  ],
}
/** As the row holds it. */
const CONTENT = '[{"type":"text","text":"é34"},{"type":"reasoning","text":"56"}]'

async function say(delta: string): Promise<string> {
  const chunks: Chunk[] = [
    { type: 'text-start', id: 't' },
    { type: 'text-delta', id: 't', delta },
  ]
  const limited = chunks.flatMap(createAnswerLimit(limitsLeft(LIMITS, answer)))
  return limited.flatMap((chunk) => (chunk.type === 'text-delta' ? chunk.delta : [])).join('')
}

test('an answer that goes on has as many bytes as the whole, and not one more', async () => {
  expect(await say('7890')).toBe('7890')
  expect(await say('78901')).toBe('7890')
})

test('what its row holds already counts too', () => {
  expect(limitsLeft(LIMITS, answer)).toEqual({
    ...LIMITS,
    answerBytes: 4,
    contentBytes: CONTENT_MAX_BYTES - Buffer.byteLength(CONTENT),
  })
  expect(limitsLeft({ ...LIMITS, contentBytes: 100 }, answer).contentBytes).toBe(
    100 - Buffer.byteLength(CONTENT),
  )
})

test('what has too much already gets nothing', () => {
  expect(limitsLeft({ ...LIMITS, answerBytes: 5, contentBytes: 5 }, answer)).toMatchObject({
    answerBytes: 0,
    contentBytes: 0,
  })
})
