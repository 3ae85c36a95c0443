import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AssistantCloud } from 'cloud-0.2.2'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startAlcove } from '../../e2e/alcove-server.ts'
import { startModelServer } from '../../e2e/model-server/start-model-server.ts'
import { WAIT_LIMIT_MS } from '../../scripts/test-limits.ts'
import { createFakeStorage } from '../api/fake-tokens.test-support.ts'
import type { AnswerSource } from '../world/answer-source.ts'
import { openRealThread, type RealThread } from './open-real-thread.test-support.ts'

let base: string
let stop: () => Promise<unknown>
beforeAll(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'alcove-session-'))
  const model = await startModelServer()
  const env = { ALCOVE_MODEL: 'openai-compatible/any', OPENAI_BASE_URL: model.url }
  const alcove = await startAlcove({ env, dataDir })
  base = `http://127.0.0.1:${alcove.port}`
  stop = async () => {
    await alcove.stop()
    await model.stop()
    await rm(dataDir, { recursive: true })
  }
})
afterAll(() => stop())
afterEach(() => vi.unstubAllGlobals())

const openThread = (answers: AnswerSource, storage = createFakeStorage(), threadId?: string) =>
  openRealThread(base, { answers, storage, ...(threadId === undefined ? {} : { threadId }) })

/** The rating in the server's row. */
async function ratingOf(talk: RealThread, rowId: string): Promise<unknown> {
  const { rows } = await talk.cloud.messages(
    talk.thread(),
    null,
    AbortSignal.timeout(WAIT_LIMIT_MS),
  )
  const content = rows.find(({ id }) => id === rowId)?.content
  const metadata = content?.['metadata'] ?? {}
  return 'submittedFeedback' in Object(metadata) ? Object(metadata).submittedFeedback : undefined
}

test.each<[string, AnswerSource]>([
  ['our chat call', { type: 'chat' }],
  ['an assistant', { type: 'assistant', assistantId: 'default' }],
])(
  'an edit and a reload through %s are branches after a reload of the page',
  async (_, answers) => {
    const storage = createFakeStorage()
    const talk = openThread(answers, storage)
    talk.session.send({ text: 'say First' })
    await talk.ended()
    talk.session.reload(talk.id(1))
    await talk.ended()
    expect(talk.siblings(1)).toBe(2)
    talk.session.edit(talk.id(0), { text: 'say Other' })
    await talk.ended()
    expect(talk.siblings(0)).toBe(2)
    expect(talk.texts()[0]).toBe('say Other')
    expect(talk.texts()[1]).toBe('Other')
    const shown = talk.texts()
    // A frame that stores the thread itself is still busy after the last word.
    await expect
      .poll(async () => {
        const page = await talk.cloud.messages(
          talk.thread(),
          null,
          AbortSignal.timeout(WAIT_LIMIT_MS),
        )
        return page.rows.length
      })
      .toBe(5)
    expect(talk.failures).toEqual([])

    const again = openThread(answers, storage, talk.thread())
    await again.session.load()

    expect(again.texts()).toEqual(shown)
    expect(again.siblings(0)).toBe(2)
    expect(again.failures).toEqual([])
  },
)

test('rows that a published client wrote, in any format, are shown with their files', async () => {
  const storage = createFakeStorage()
  vi.stubGlobal('localStorage', storage)
  const { threads, files } = new AssistantCloud({ baseUrl: base, anonymous: true })
  const { thread_id: thread } = await threads.create({ last_message_at: new Date() })
  const upload = await files.generatePresignedUploadUrl({ filename: 'plan.txt' })
  const put = await fetch(upload.signedUrl, {
    method: 'PUT',
    headers: { 'Content-Type': 'text/plain' },
    body: 'Plan',
  })
  expect(put.ok).toBe(true)
  const add = async (parent: string | null, format: string, content: object) => {
    const body = { parent_id: parent, format, content: content as never }
    return (await threads.messages.create(thread, body)).message_id
  }
  const file = {
    type: 'file',
    mediaType: 'text/plain',
    filename: 'plan.txt',
    url: upload.publicUrl,
  }
  const text = (words: string) => ({ type: 'text', text: words })
  const question = await add(null, 'ai-sdk/v6', { role: 'user', parts: [text('Read this'), file] })
  const answer = await add(question, 'ai-sdk/v6', {
    role: 'assistant',
    parts: [
      { type: 'step-start' },
      {
        type: 'tool-read',
        toolCallId: 'c1',
        state: 'output-available',
        input: { n: 1 },
        output: 4,
      },
      text('Read.'),
    ],
  })
  const more = await add(answer, 'ai-sdk/v5', { role: 'user', parts: [text('And?')] })
  await add(more, 'aui/v0', { role: 'assistant', content: [text('That is all.')] })
  await threads.messages.feedback(thread, answer, { type: 'positive' })

  const talk = openThread({ type: 'chat' }, storage, thread)
  await talk.session.load()

  expect(talk.texts()).toEqual(['Read this', 'Read.', 'And?', 'That is all.'])
  const [asked, answered] = talk.path()
  expect(asked?.attachments).toMatchObject([
    { type: 'document', name: 'plan.txt', contentType: 'text/plain' },
  ])
  const opened = await fetch(asked?.attachments?.[0]?.url ?? '')
  expect(await opened.text()).toBe('Plan')
  expect(answered?.content[0]).toMatchObject({ toolName: 'read', args: { n: 1 }, result: 4 })
  expect(answered?.metadata.submittedFeedback).toEqual({ type: 'positive' })
  expect(await ratingOf(talk, answer)).toEqual({ type: 'positive' })
  talk.session.giveFeedback(talk.id(1), null)
  await expect.poll(() => ratingOf(talk, answer)).toBeUndefined()
  expect(talk.failures).toEqual([])
})
