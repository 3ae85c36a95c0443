import { expect, test } from 'vitest'
import { createAssistantMessage, type Message } from '../../shared/thread/message.ts'
import type { RunRow, Store } from '../store/store.ts'
import { createRecovery, foldCheckpoints } from './recover-runs.ts'

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
const lines = (...chunks: unknown[]) => chunks.map((chunk) => JSON.stringify(chunk)).join('\n')

test('folds what was saved, across pieces, and marks it as interrupted', () => {
  const message = foldCheckpoints(run, [
    {
      runId: run.id,
      seq: 0,
      data: lines({ type: 'text-start', id: '0' }, { type: 'text-delta', id: '0', delta: 'Half ' }),
    },
    { runId: run.id, seq: 2, data: lines({ type: 'text-delta', id: '0', delta: 'an answer' }) },
  ])

  expect(message).toMatchObject({
    id: 'msg_2',
    content: [{ type: 'text', text: 'Half an answer' }],
    status: { type: 'incomplete', reason: 'error' },
  })
})

test('reads over a line that cannot be read', () => {
  const data = `{"type":"text-del\n${lines({ type: 'text-delta', id: '0', delta: 'rest' })}`

  expect(foldCheckpoints(run, [{ runId: run.id, seq: 0, data }]).content).toMatchObject([
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

  expect(foldCheckpoints(run, [{ runId: run.id, seq: 0, data }], begun)).toMatchObject({
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
