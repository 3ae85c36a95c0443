// @vitest-environment node
import { expect, onTestFinished, test, vi } from 'vitest'
import { createUIMessageStream, createUIMessageStreamResponse } from 'ai'
import type { Chunk } from '../../../shared/wire/chunk.ts'
import { encodeChunk } from '../../../shared/wire/sse.ts'
import { FINISH, words } from '../fake-cloud.test-support.ts'
import { createSiteWorld, finish, streamOf } from '../site-world.test-support.ts'
import { OPEN_TEXT_AT_END } from './decode-endpoint.ts'

const TEXT_END: Chunk = { type: 'text-end', id: 't1' }

async function answerOf(response: Response) {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  onTestFinished(() => warn.mockRestore())
  const { world } = createSiteWorld(() => response)
  world.session.send({ text: 'Hello' })
  await finish(world)
  return { line: world.lines.at(-1), status: world.path[1]?.status, told: warn.mock.calls.flat() }
}

const COMPLETE = { type: 'complete' }
const CUT = { error: { code: 'interrupted' } }

test('the AI SDK’s own stream without a finish is a whole answer', async () => {
  const stream = createUIMessageStream({
    execute({ writer }) {
      writer.write({ type: 'text-start', id: 'a' })
      writer.write({ type: 'text-delta', id: 'a', delta: 'Hi' })
      writer.write({ type: 'text-end', id: 'a' })
    },
  })

  const answer = await answerOf(createUIMessageStreamResponse({ stream }))

  expect(answer).toMatchObject({ line: 'assistant: Hi', status: COMPLETE, told: [] })
})

test('an answer whose stream closes without an end mark is cut', async () => {
  const cut = new Response([...words('Hi'), TEXT_END].map(encodeChunk).join(''))

  expect(await answerOf(cut)).toMatchObject({ line: 'assistant: Hi', status: CUT, told: [] })
})

test('an end mark in the middle of a text is a cut, and the console says so', async () => {
  const answer = await answerOf(streamOf(...words('Hi')))

  expect(answer).toMatchObject({ line: 'assistant: Hi', status: CUT, told: [OPEN_TEXT_AT_END] })
})

test('a finish needs no end of a text', async () => {
  expect(await answerOf(streamOf(...words('Hi'), FINISH))).toMatchObject({
    status: COMPLETE,
    told: [],
  })
})
