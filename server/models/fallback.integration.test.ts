import { afterAll, beforeAll, expect, test } from 'vitest'
import { startModelServer, type ModelServer } from '../../e2e/model-server/start-model-server.ts'
import type { AnswerChunk } from './step-memory.ts'
import { createModel } from './create-assistants.ts'
import type { ModelLogEntry } from './model-log.ts'
import { FAILURE_TEXTS } from './provider-failure.ts'
import { createScriptedModel, sayText } from './testing/scripted-model.ts'
import { createInstantClock, joinDeltas, question } from './testing/ask-model.ts'

let server: ModelServer
beforeAll(async () => {
  server = await startModelServer()
})
afterAll(() => server.stop())

async function ask(script: string, limits = {}, signal = new AbortController().signal) {
  const log: ModelLogEntry[] = []
  const clock = createInstantClock()
  const model = createModel(
    { model: 'openai-compatible/first', providers: { OPENAI_BASE_URL: server.url } },
    { log: (entry) => log.push(entry), clock, limits },
  )
  const fallback = createScriptedModel(() => sayText('From the other'), 'spare/second')
  const request = { messages: [question(script)], system: 'Be brief.', fallback }
  const chunks: AnswerChunk[] = await Array.fromAsync(model.stream(request, signal))
  return { chunks, log, waits: clock.waits, asked: fallback.requests }
}

test('a model that fails before its first word is replaced, and the log says why', async () => {
  const { chunks, log, waits, asked } = await ask('status 401')

  expect(joinDeltas(chunks, 'text-delta')).toBe('From the other')
  expect(chunks.filter(({ type }) => type === 'error')).toEqual([])
  expect(asked).toMatchObject([{ system: 'Be brief.', fallback: undefined }])
  expect(log).toMatchObject([
    {
      event: 'model_fallback',
      model: 'openai-compatible/first',
      fallback: 'spare/second',
      kind: 'key',
      status: 401,
      attempts: 1,
    },
  ])
  expect(waits).toEqual([])
})

test.each([
  ['status 503', [2000], 2],
  ['status 503 retry-after=2', [2000, 2000], 3],
  ['status 503 retry-after=3', [], 1],
])('another model is asked after short pauses only: %s', async (script, expected, attempts) => {
  const { chunks, log, waits } = await ask(script)

  expect(waits).toEqual(expected)
  expect(joinDeltas(chunks, 'text-delta')).toBe('From the other')
  expect(log.at(-1)).toMatchObject({ event: 'model_fallback', attempts })
})

test('a model that is back after a pause answers itself', async () => {
  const { chunks, asked } = await ask('status 503 times=1; say From the first')

  expect(joinDeltas(chunks, 'text-delta')).toBe('From the first')
  expect(asked).toEqual([])
})

test('a silent model is replaced when its time is over', async () => {
  const { chunks, log } = await ask('wait', { firstByteMs: 500 })

  expect(joinDeltas(chunks, 'text-delta')).toBe('From the other')
  expect(log).toMatchObject([{ event: 'model_fallback', kind: 'timeout' }])
  expect(await (await server.requestWith('wait')).closed).toBe('aborted')
})

test('after its first word a model is not replaced', async () => {
  const { chunks, asked } = await ask('say Half of; cut')

  expect(joinDeltas(chunks, 'text-delta')).toBe('Half of')
  expect(chunks.at(-1)).toEqual({ type: 'error', errorText: FAILURE_TEXTS.cut })
  expect(asked).toEqual([])
})

test('an answer that is stopped asks no other model', async () => {
  const { chunks, asked } = await ask('status 401', {}, AbortSignal.abort())

  expect(chunks).toEqual([])
  expect(asked).toEqual([])
})
