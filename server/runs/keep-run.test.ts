import { expect, test } from 'vitest'
import { createAssistantMessage, type MessageStep } from '../../shared/thread/message.ts'
import type { NewRunReport, RunRow } from '../store/store.ts'
import { reportRun } from './keep-run.ts'

const scope = { projectId: 'default', workspaceId: 'w', userId: 'u' }
const run: RunRow = {
  id: 'run_1',
  scope,
  threadId: 'thread_1',
  messageId: 'msg_2',
  parentId: 'msg_1',
  ownsUserMessage: true,
  continuesMessage: false,
  startedAt: '2026-01-02T03:04:05.000Z',
  requestId: null,
  turnKey: null,
}
const step = (inputTokens: number, outputTokens: number): MessageStep => ({
  state: 'finished',
  messageId: 'msg_2',
  finishReason: 'stop',
  usage: { inputTokens, outputTokens },
  isContinued: false,
})

/** The report of an answer with these steps. */
async function report(steps: readonly MessageStep[], changes: Partial<RunRow>, stepsBefore = 0) {
  const reports: NewRunReport[] = []
  const addRun = (_scope: unknown, added: NewRunReport) => Promise.resolve(void reports.push(added))
  const answer = createAssistantMessage('msg_2', run.startedAt)
  await reportRun(
    {
      store: { reports: { addRun } } as never,
      scope,
      run: { ...run, ...changes },
      modelName: 'scripted/any',
      stepsBefore,
      now: () => new Date('2026-01-02T03:04:07.000Z'),
    },
    { ...answer, status: { type: 'complete', reason: 'stop' }, metadata: { custom: {}, steps } },
  )
  return reports
}

test('a new answer is reported with all of its steps', async () => {
  expect(await report([step(10, 1), step(20, 2)], {})).toMatchObject([
    { status: 'completed', durationMs: 2_000, inputTokens: 30, outputTokens: 3 },
  ])
})

test('an answer that went on is reported with the steps that it gained', async () => {
  const steps = [step(10, 1), step(20, 2), step(40, 4)]

  expect(await report(steps, { continuesMessage: true }, 1)).toMatchObject([
    { inputTokens: 60, outputTokens: 6 },
  ])
})

test('a decision without a model call is no report', async () => {
  expect(await report([step(10, 1)], { continuesMessage: true }, 1)).toEqual([])
  // The positive control: a new answer without steps is reported.
  expect(await report([], {})).toMatchObject([{ inputTokens: null, outputTokens: null }])
})
