import { expect, test } from 'vitest'
import type { Chunk } from '../../shared/wire/chunk.ts'
import { createUserMessage } from '../../shared/thread/message.ts'
import type { Cost } from '../limits/budgets.ts'
import { NO_BACKEND, type ModelRequest } from '../models/model.ts'
import { createScriptedModel } from '../models/testing/scripted-model.ts'
import { CALL_TOKENS_MAX, createCallBudget } from './create-call-budget.ts'

const RESERVED: Cost = { calls: 3, tokens: 8_000 }
const ASKED: ModelRequest = { messages: [createUserMessage('m', '2027-01-15T08:00:00.000Z', 'Hi')] }
const START: Chunk = { type: 'start-step' }
const FINISH: Chunk = { type: 'finish', messageMetadata: {} }
const end = (inputTokens?: number, outputTokens?: number): Chunk =>
  inputTokens === undefined || outputTokens === undefined
    ? { type: 'finish-step' }
    : { type: 'finish-step', usage: { inputTokens, outputTokens } }

/** A callBudget with {@link RESERVED} in it, and its settled cost. */
function createWorld(chunks: readonly Chunk[] = [], reserved = RESERVED) {
  const settled: Cost[] = []
  const callBudget = createCallBudget()
  callBudget.fund({ ...reserved, settle: async (cost) => void settled.push(cost) })
  const model = createScriptedModel(() => chunks)
  const ask = async (readMax = Infinity, request = ASKED) => {
    let read = 0
    for await (const _ of callBudget.paying(model).stream(request, new AbortController().signal)) {
      read += 1
      if (read >= readMax) break
    }
  }
  return { callBudget, model, settled, ask }
}

test.each([
  ['one call', [START, end(10, 5), FINISH], { calls: 1, tokens: 15 }],
  ['two calls', [START, end(10, 5), START, end(20, 5), FINISH], { calls: 2, tokens: 40 }],
  ['more than was taken', [START, end(9_000, 500), FINISH], { calls: 1, tokens: 9_500 }],
  ['no tokens that anybody told', [START, end(), FINISH], { calls: 1, tokens: 8_000 }],
  [
    'tokens of one call of two',
    [START, end(10, 5), START, end(), FINISH],
    { calls: 2, tokens: 8_000 },
  ],
  [
    'the most tokens that are believed',
    [START, end(CALL_TOKENS_MAX, 0), FINISH],
    { calls: 1, tokens: CALL_TOKENS_MAX },
  ],
  [
    'more tokens than are believed',
    [START, end(CALL_TOKENS_MAX + 1, 0), FINISH],
    { calls: 1, tokens: 8_000 },
  ],
  ['less than no tokens', [START, end(-1_000_000, 5), FINISH], { calls: 1, tokens: 8_000 }],
  ['half a token', [START, end(10, 0.5), FINISH], { calls: 1, tokens: 8_000 }],
  ['nothing, since it may make no more calls', [FINISH], { calls: 0, tokens: 0 }],
  ['a call that failed', [{ type: 'error', errorText: 'Down.' }], { calls: 1, tokens: 8_000 }],
] as const)('an answer of %s costs that', async (_, chunks, cost) => {
  const { callBudget, settled, ask } = createWorld(chunks)

  await ask()
  expect(settled).toEqual([])
  await callBudget.close()

  expect(settled).toEqual([cost])
})

test('stopping an answer counts the pending call', async () => {
  const { callBudget, settled, ask } = createWorld([START, end(10, 5), START, end(20, 5), FINISH])

  await ask(1)
  await callBudget.close()

  expect(settled).toEqual([{ calls: 2, tokens: 8_000 }])
})

const asking = (text: string): ModelRequest => ({
  messages: [createUserMessage('m', '2027-01-15T08:00:00.000Z', text)],
})

test.each([
  ['as many tokens as were taken', 'x'.repeat(3 * 8_000 - 100), [], 8_000],
  ['more than were taken', 'x'.repeat(3 * 300_000), [], 300_000],
  ['characters of three bytes each', '東'.repeat(20_000), [], 20_000],
  ['what came until then', 'x'.repeat(3 * 10_000), ['x'.repeat(3_000)], 11_000],
] as const)('a stopped answer to %s costs them', async (_, text, deltas, tokens) => {
  const chunks = deltas.map((delta): Chunk => ({ type: 'text-delta', id: 't', delta }))
  const { callBudget, settled, ask } = createWorld([START, ...chunks, end(1, 1), FINISH])

  await ask(1 + deltas.length, asking(text))
  await callBudget.close()

  const [cost] = settled
  // Its other fields contain texts, too.
  expect(cost!.tokens).toBeGreaterThanOrEqual(tokens)
  expect(cost!.tokens).toBeLessThan(tokens + 20)
})

test('what its provider tells counts for a whole answer, however long the question is', async () => {
  const { callBudget, settled, ask } = createWorld([START, end(250_000, 5), FINISH])

  await ask(Infinity, asking('x'.repeat(1_000_000)))
  await callBudget.close()

  expect(settled).toEqual([{ calls: 1, tokens: 250_005 }])
})

test('where no model is asked, nothing is paid', async () => {
  const { callBudget, settled } = createWorld()

  await callBudget.close()
  await callBudget.close()

  expect(settled).toEqual([{ calls: 0, tokens: 0 }])
})

test('with tools of this server, the model makes no more calls than were taken', async () => {
  const { model, ask } = createWorld([START, end(1, 1), FINISH], { calls: 2, tokens: 10 })
  const tool = { name: 'look', description: '', parameters: {}, execute: () => 'seen' }
  const backend = { ...NO_BACKEND, tools: [tool] } as unknown as typeof NO_BACKEND

  await ask(Infinity, { ...ASKED, maxSteps: 10 })
  await ask(Infinity, { ...ASKED, maxSteps: 10, backend })

  // A page's tool ends the call; its result comes with another call, which pays for itself.
  expect(model.requests.map(({ maxSteps }) => maxSteps)).toEqual([10, 1])
})
