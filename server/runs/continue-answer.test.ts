import { expect, test } from 'vitest'
import { createAssistantMessage, type ToolCallPart } from '../../shared/thread/message.ts'
import { NO_BACKEND } from '../models/model.ts'
import { sayText } from '../models/testing/scripted-model.ts'
import { TOOL_TEXTS } from '../models/backend-tool.ts'
import { applyAnswerChunk } from '../models/step-memory.ts'
import { continueAnswer } from './continue-answer.ts'

const call = (toolName: string, rest: Partial<ToolCallPart> = {}): ToolCallPart => ({
  type: 'tool-call',
  toolCallId: toolName,
  toolName,
  state: 'input-available',
  argsText: '{}',
  args: {},
  ...rest,
})

/** Continues an answer with these calls; returns the answer, and the tools' effects. */
async function goOn(calls: readonly ToolCallPart[]) {
  let answer = { ...createAssistantMessage('m', ''), content: calls as readonly object[] } as never
  const done: string[] = []
  const tool = (name: string) => ({
    name,
    parameters: {},
    execute: () => (done.push(name), `${name} done`),
  })
  const setup = {
    answerId: 'msg_1',
    resumed: new Set<string>(),
    backend: {
      ...NO_BACKEND,
      argsBytes: 100,
      resultBytes: 100,
      tools: [tool('stock'), tool('refund')],
    },
    maxSteps: 3,
    async *askModel() {
      yield* sayText('Done.')
    },
    onToolFailure() {},
  }
  const chunks = continueAnswer(setup, new AbortController().signal, () => answer)
  for await (const chunk of chunks) answer = applyAnswerChunk(answer, chunk) as never
  return { answer: answer as ReturnType<typeof applyAnswerChunk>, done }
}

test('a server-side call that was cut off is over, and its effect is unknown', async () => {
  const allowed = { id: 'x', isApproved: true }
  const { answer, done } = await goOn([
    call('stock'),
    call('refund', { state: 'approval-responded', approval: allowed }),
  ])

  expect(done).toEqual(['refund'])
  expect(answer.content).toMatchObject([
    { state: 'output-error', result: { error: TOOL_TEXTS.cutOff } },
    { state: 'output-available', result: 'refund done' },
    { text: 'Done.' },
  ])
  expect(answer.status).toEqual({ type: 'complete', reason: 'stop' })
})

test('a call that asks, or that is the page’s, holds the rest up', async () => {
  const allowed = call('refund', {
    state: 'approval-responded',
    approval: { id: 'x', isApproved: true },
  })
  for (const waiting of [
    call('pick'),
    call('stock', { state: 'approval-requested', approval: { id: 'y' } }),
  ]) {
    const { answer, done } = await goOn([allowed, waiting])
    expect(done).toEqual([])
    expect(answer.content).toEqual([allowed, waiting])
    expect(answer.status?.type).toBe('requires-action')
  }
})
