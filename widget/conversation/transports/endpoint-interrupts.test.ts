// @vitest-environment node
import { expect, test } from 'vitest'
import { INTERRUPT_PREFIX } from '../../../shared/thread/interrupt.ts'
import type { Chunk } from '../../../shared/wire/chunk.ts'
import { encodeChunk } from '../../../shared/wire/sse.ts'
import { FINISH, words } from '../fake-cloud.test-support.ts'
import { STREAM_REST_MS } from '../read-stream.ts'
import { createSiteWorld, finish, streamOf } from '../site-world.test-support.ts'
import { createToolRegistry } from '../tools/tool-registry.ts'
import { createToolRunner } from '../tools/tool-runner.ts'

const CALL: Chunk = {
  type: 'tool-input-available',
  toolCallId: 'c',
  toolName: 'calendar',
  input: { day: 'today' },
}
const FAILED: Chunk = {
  type: 'tool-output-error',
  toolCallId: 'c',
  errorText: 'An error occurred.',
}
const RESUMED = { continueInterruption: true, toolName: 'calendar' }

function interrupt(message = 'Please'): Chunk {
  const fields = {
    name: 'AUTH0_AI_INTERRUPT',
    code: 'TokenVaultError',
    behavior: 'resume',
    message,
  }
  const toolCall = { id: 'c', name: 'calendar', args: {} }
  return { type: 'error', errorText: INTERRUPT_PREFIX + JSON.stringify({ ...fields, toolCall }) }
}

/** An endpoint with these answers: first, second, … */
function createSite(...answers: readonly (readonly Chunk[])[]) {
  const site = createSiteWorld(() => streamOf(...(answers[site.sent.length - 1] ?? [FINISH])), {
    createToolRunner: (listeners) =>
      createToolRunner({ ...listeners, tools: createToolRegistry(), clock: site.clock }),
  })
  const { world, sent } = site
  return {
    world,
    sent,
    async send() {
      world.session.send({ text: 'What is on today?' })
      await finish(world)
    },
    async resume() {
      world.session.answerTool('c', { type: 'interrupt' })
      await finish(world)
    },
    get call() {
      return world.path[1]?.content[0]
    },
  }
}

test('an interrupted call goes on: the endpoint is told so in the answer itself (4.30)', async () => {
  const site = createSite([CALL, interrupt()], [...words('Nothing.'), FINISH])
  await site.send()
  expect(site.call).toMatchObject({ state: 'input-available', interrupt: { message: 'Please' } })

  await site.resume()

  expect(site.sent[1]?.body['messages']).toMatchObject([
    { role: 'user' },
    {
      role: 'assistant',
      parts: [
        {
          type: 'tool-calendar',
          toolCallId: 'c',
          input: { day: 'today' },
          state: 'output-available',
          output: RESUMED,
        },
      ],
    },
  ])
  expect(site.world.path[1]?.status?.type).toBe('complete')
  expect(site.world.lines.at(-1)).toBe('assistant: Nothing.')
})

test('the endpoint may want a second authorisation for a call that went on (B04)', async () => {
  const site = createSite(
    [CALL, interrupt()],
    [interrupt('Once more')],
    [...words('Done.'), FINISH],
  )
  await site.send()
  await site.resume()

  expect(site.call).toMatchObject({ state: 'input-available', interrupt: { message: 'Once more' } })
  expect(site.call).not.toHaveProperty('result')
  expect(site.world.path[1]?.status).toEqual({ type: 'requires-action', reason: 'interrupt' })

  await site.resume()

  expect(site.sent).toHaveLength(3)
  expect(site.world.lines.at(-1)).toBe('assistant: Done.')
})

test.each([
  ['behind the end', [CALL, FAILED, { type: 'finish' }, interrupt()] as const],
  ['before the end', [CALL, FAILED, interrupt(), { type: 'finish' }] as const],
])('takes an interrupt that comes %s of an answer (B04)', async (_, chunks) => {
  const site = createSite(chunks)
  await site.send()

  expect(site.call).toMatchObject({ state: 'input-available', interrupt: { message: 'Please' } })
  expect(site.world.path[1]?.status).toEqual({ type: 'requires-action', reason: 'interrupt' })
})

test.each([
  ['an error', 'incomplete', { type: 'error', errorText: 'Not saved.' }],
  ['anything else', 'complete', { type: 'message-metadata', messageMetadata: {} }],
] as const)('of what follows the end, %s leaves the answer %s', async (_, status, chunk) => {
  const site = createSite([...words('Hi'), FINISH, chunk])
  await site.send()

  expect(site.world.path[1]?.status?.type).toBe(status)
  expect(site.world.lines.at(-1)).toBe('assistant: Hi')
})

test('an end that nothing follows counts after a while, not a millisecond early', async () => {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const text = [...words('Hi'), FINISH].map(encodeChunk).join('')
      controller.enqueue(new TextEncoder().encode(text))
    },
  })
  const { world, clock } = createSiteWorld(() => new Response(body))
  const startedAt = clock.uptime()
  world.session.send({ text: 'Hello' })
  await finish(world)

  await clock.advance(STREAM_REST_MS - 1 - (clock.uptime() - startedAt))
  expect(world.isRunning).toBe(true)
  await clock.advance(1)
  await finish(world)

  expect(world.isRunning).toBe(false)
  expect(world.path[1]?.status).toEqual({ type: 'complete', reason: 'stop' })
})
