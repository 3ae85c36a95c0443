import { expect, test } from 'vitest'
import type { JsonObject } from '../../shared/json.ts'
import { createAssistantMessage, type Message } from '../../shared/thread/message.ts'
import { type Chunk } from '../../shared/wire/chunk.ts'
import { judging } from '../../shared/wire/judging-mark.ts'
import { encodeChunkAt } from '../../shared/wire/sse.ts'
import type { RunRow, Store } from '../store/store.ts'
import { createRecovery, foldLines } from './recover-runs.ts'

const run: RunRow = {
  id: 'run_1',
  scope: { projectId: 'default', workspaceId: 'w', userId: 'u' },
  threadId: 'thread_1',
  messageId: 'msg_2',
  parentId: 'msg_1',
  ownsUserMessage: true,
  continuesMessage: false,
  startedAt: '2026-01-02T03:04:05.006Z',
  requestId: null,
  turnKey: null,
}
const lines = (...chunks: unknown[]) => chunks.map((chunk) => JSON.stringify(chunk))

test('folds what was saved, and marks it as interrupted', () => {
  const message = foldLines(
    run,
    lines(
      { type: 'text-start', id: '0' },
      { type: 'text-delta', id: '0', delta: 'Half ' },
      { type: 'text-delta', id: '0', delta: 'an answer' },
    ),
  )

  expect(message).toMatchObject({
    id: 'msg_2',
    content: [{ type: 'text', text: 'Half an answer' }],
    status: { type: 'incomplete', reason: 'error' },
  })
})

test('leaves out words that the operator’s hook has not judged', () => {
  const words = (id: string, delta: string) => [
    { type: 'start-step' },
    judging(true),
    { type: 'text-start', id },
    { type: 'text-delta', id, delta },
    { type: 'text-end', id },
  ]
  const judged = [...words('0', 'Judged.'), judging(false), { type: 'finish-step' }]
  const fold = (...chunks: unknown[]) => foldLines(run, lines(...chunks)).content

  expect(fold(...judged, ...words('1', 'Not yet.'))).toEqual([{ type: 'text', text: 'Judged.' }])
  expect(fold(...judged, ...words('1', 'Judged.'), judging(false))).toHaveLength(2)
})

test('a citation whose source was not saved gets it, and no other passage does', () => {
  const passage = (number: number) => ({
    pieceId: `${number}`,
    documentId: 'd',
    sourceId: 's',
    score: 1,
    isAboveFloor: true,
    told: {
      url: `https://shop.example/${number}`,
      title: `Page ${number}`,
      mediaType: 'text/html',
      passage: { number, headings: [], text: 'Text' },
    },
  })
  const use = { type: 'search', query: 'q', found: [1, 2, 3].map(passage) }
  const answer = foldLines(
    run,
    lines(
      { type: 'knowledge-use', use },
      { type: 'text-start', id: '0' },
      { type: 'text-delta', id: '0', delta: 'Yes[1], and[2] [9], not `rows[3]`.' },
      {
        type: 'source-url',
        sourceId: 'passage-1',
        url: 'https://shop.example/1#:~:text=Text',
        providerMetadata: { alcove: { passage: { number: 1, headings: [], text: 'Text' } } },
      },
    ),
  )
  expect(answer.content.slice(1)).toMatchObject([
    { type: 'source', url: 'https://shop.example/1#:~:text=Text', passage: { number: 1 } },
    { type: 'source', url: 'https://shop.example/2', title: 'Page 2', passage: { number: 2 } },
  ])
})

test('reads over a line that cannot be read', () => {
  const rest = lines({ type: 'text-delta', id: '0', delta: 'rest' })

  expect(foldLines(run, ['{"type":"text-del', ...rest]).content).toMatchObject([
    { type: 'text', text: 'rest' },
  ])
})

test('folds onto what there was of an answer that went on', () => {
  const begun: Message = {
    ...createAssistantMessage('msg_2', run.startedAt),
    content: [{ type: 'text', text: 'Before.' }],
  }
  const data = lines(
    { type: 'text-start', id: '0' },
    { type: 'text-delta', id: '0', delta: 'After.' },
  )

  expect(foldLines(run, data, begun)).toMatchObject({
    content: [{ text: 'Before.' }, { text: 'After.' }],
    status: { type: 'incomplete', reason: 'error' },
  })
})

test('ends later what could not be ended, once', async () => {
  const store = { runs: { listAbandoned: () => Promise.resolve([]) } } as unknown as Store
  const { recover, retryLater } = createRecovery({
    store,
    owner: 'me',
    driven: () => [],
    now: () => new Date(0),
  })
  let isDown = true
  let done = 0
  retryLater(async () => {
    if (isDown) throw new Error('the database is away')
    done += 1
  })
  await expect(recover()).rejects.toThrow('away')

  isDown = false
  await recover()
  await recover()

  expect(done).toBe(1)
})

/** A run whose process died with more in the log than in the store. */
async function recoverWith(events: readonly string[]) {
  const finished: JsonObject[] = []
  const asked: number[] = []
  const runs = {
    listAbandoned: () => Promise.resolve([run]),
    readChunks: () =>
      Promise.resolve([
        { runId: run.id, seq: 0, data: lines({ type: 'text-start', id: '0' }).join('\n') },
        { runId: run.id, seq: 1, data: lines(word('Saved')).join('\n') },
      ]),
    interrupt: (_run: RunRow, { content }: { content: JsonObject }) => {
      finished.push(content)
      return Promise.resolve()
    },
  }
  let isClosed = false
  const { recover } = createRecovery({
    store: { runs } as unknown as Store,
    shared: {
      follow: () => ({
        read: (after) => {
          asked.push(after)
          return Promise.resolve({ events })
        },
        close: () => void (isClosed = true),
      }),
    },
    owner: 'me',
    driven: () => [],
    now: () => new Date(0),
  })
  await recover()
  expect(isClosed).toBe(true)
  return { finished, asked }
}

const word = (delta: string): Chunk => ({ type: 'text-delta', id: '0', delta })

test('keeps what readers saw and no checkpoint has (R07)', async () => {
  const { finished, asked } = await recoverWith([encodeChunkAt(word(' and seen'), 3)])

  expect(asked).toEqual([2])
  expect(finished).toMatchObject([{ content: [{ type: 'text', text: 'Saved and seen' }] }])
})

test('keeps what was saved when the log has no more', async () => {
  const { finished } = await recoverWith([])

  expect(finished).toMatchObject([{ content: [{ type: 'text', text: 'Saved' }] }])
})
