import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startModelServer, type ModelServer } from '../../e2e/model-server/start-model-server.ts'
import { createModel } from './create-assistants.ts'
import type { AnswerChunk } from './step-memory.ts'
import { askModel, joinDeltas, question } from './testing/ask-model.ts'

let server: ModelServer
beforeAll(async () => {
  server = await startModelServer()
})
afterAll(() => server.stop())

async function answer(script: string): Promise<string> {
  const model = createModel({
    model: 'openai-compatible/any',
    providers: { OPENAI_BASE_URL: server.url },
  })
  return joinDeltas(await askModel(model, script), 'text-delta')
}

const texts = [
  'naïve café, Ελληνικά, русский, العربية, 日本語',
  '👋🏽 👩‍👩‍👧‍👦 🇪🇺 e\u0301 \u{10ffff}',
  '  leading and trailing  \n\n\tand\ttabs\r\n',
  'data: {"not":"an event"}\n\ndata: [DONE]\n\n',
  '\u2028\u2029\u0085\ufeff\u200b',
  '<script>alert(1)</script> & "quotes" \\ `ticks`',
]

test.each(texts)('passes on exactly %j', async (text) => {
  expect(await answer(`json ${JSON.stringify(text)}`)).toBe(text)
})

test.each([1, 2, 3, 7])('passes on exactly what comes in slices of %i bytes', async (bytes) => {
  const text = texts.join('')

  expect(await answer(`split ${bytes}\njson ${JSON.stringify(text)}`)).toBe(text)
})

test('joins characters that the provider cut in half', async () => {
  const model = createModel({
    model: 'openai-compatible/any',
    providers: { OPENAI_BASE_URL: server.url },
  })

  const chunks = await askModel(model, 'units a👋🏽b👩‍👧')
  const deltas = chunks.flatMap((chunk) => (chunk.type === 'text-delta' ? [chunk.delta] : []))

  expect(deltas.join('')).toBe('a👋🏽b👩‍👧')
  expect(deltas.every((delta) => delta.isWellFormed())).toBe(true)
})

test('passes on a whole document', async () => {
  const file = new URL('../../e2e/model-server/markdown/everything.md', import.meta.url)

  expect(await answer('markdown everything')).toBe(await readFile(file, 'utf8'))
})

test('loses nothing that came before the socket was cut, however late it is read (R14)', async () => {
  const model = createModel({
    model: 'openai-compatible/any',
    providers: { OPENAI_BASE_URL: server.url },
  })
  const messages = [question('tokens 3000; cut')]
  const chunks: AnswerChunk[] = []

  for await (const chunk of model.stream({ messages }, new AbortController().signal)) {
    chunks.push(chunk)
    // Not read until here, so that most of the text is queued before the end.
    if (chunk.type === 'text-start') await (await server.requestWith('tokens 3000')).closed
  }

  expect(joinDeltas(chunks, 'text-delta').trim().split(' ')).toHaveLength(3000)
  expect(chunks.at(-1)?.type).toBe('error')
})

test('passes on a message that is no script, inside a fixed answer', async () => {
  expect(await answer('How are you? 👋')).toBe('You said: How are you? 👋')
})
