import { expect, test } from 'vitest'
import type { Chunk } from '../../shared/wire/chunk.ts'
import { AMOUNT_DEFAULTS } from '../limits/limit-table.ts'
import { createScriptedModel } from '../models/testing/scripted-model.ts'
import { createAsk } from './create-ask.ts'

const callOf = (toolName: string): Chunk[] => [
  { type: 'tool-input-start', toolCallId: toolName, toolName },
  { type: 'tool-input-delta', toolCallId: toolName, inputTextDelta: '{}' },
  { type: 'tool-input-available', toolCallId: toolName, toolName, input: {} },
]
const chunks = [...callOf('stock'), ...callOf('show'), ...callOf('refund')]

/** What comes of an answer that calls three tools, two of them the operator's. */
function ask(...offered: string[]) {
  const execute = () => 1
  const assistant = {
    model: createScriptedModel(() => chunks),
    system: undefined,
    tools: ['stock', 'refund'].map((name) => ({ name, parameters: {}, execute })),
    maxSteps: 7,
    maxOutputTokens: undefined,
    takesClientSystem: false,
  }
  const tools = offered.map((name) => ({ name, parameters: {} }))
  const wishes = { tools, system: undefined, settings: undefined, canApprove: true }
  const caller = { projectId: 'shop', workspaceId: 'w', userId: 'ada' }
  const run = createAsk(assistant, caller, wishes, (name) => AMOUNT_DEFAULTS[name])
  return Array.fromAsync(run([], 'msg_1', new AbortController().signal))
}

test('says of the calls that a page could take for its own that the server runs them', async () => {
  const [start, delta, whole] = callOf('stock')

  expect(await ask('stock', 'show')).toEqual([
    { ...start, providerExecuted: true },
    delta,
    { ...whole, providerExecuted: true },
    ...callOf('show'),
    ...callOf('refund'),
  ])
})

test('says nothing to a page that has no such tool', async () => {
  expect(await ask('show')).toEqual(chunks)
})
