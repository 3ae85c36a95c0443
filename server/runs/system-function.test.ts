import { expect, test } from 'vitest'
import { createUserMessage, type Message } from '../../shared/thread/message.ts'
import { AMOUNT_DEFAULTS } from '../limits/limit-table.ts'
import type { Assistant } from '../models/model.ts'
import { UNAVAILABLE_TEXT } from '../models/provider-failure.ts'
import { SYSTEM_MAX_BYTES, type SystemQuestion } from '../models/system-text.ts'
import { connectMock, say } from '../models/testing/connect-mock.ts'
import { createScriptedModel } from '../models/testing/scripted-model.ts'
import { createRequest } from './create-ask.ts'

const caller = { projectId: 'shop', workspaceId: 'w', userId: 'ada' }

function requestOf(system: Assistant['system'], more: Partial<Assistant> = {}) {
  const assistant: Assistant = {
    model: createScriptedModel(() => []),
    system,
    tools: [],
    maxSteps: 7,
    maxOutputTokens: undefined,
    takesClientSystem: true,
    ...more,
  }
  const wishes = { tools: [], system: 'The cart is empty.', settings: undefined, canApprove: true }
  return createRequest(assistant, caller, wishes, (name) => AMOUNT_DEFAULTS[name])
}

const asked = (context: object): Message => ({
  ...createUserMessage('q', '2026-01-01T00:00:00.000Z', 'Hello'),
  metadata: { custom: { context: { ...context } } },
})

/** The answer of a model to a request with these instructions. */
async function answer(system: Assistant['system'], more: Partial<Assistant> = {}) {
  const { ask, provider, log } = connectMock([say('Hello.')])
  const { chunks } = await ask(requestOf(system, more)([asked({ cart: 3 })]))
  const [call] = provider.doStreamCalls
  return { chunks, log, told: call?.prompt[0] }
}

test('a function gives the instructions for a user, the page’s data and a date', async () => {
  const questions: SystemQuestion[] = []
  const { told, log } = await answer((question) => {
    questions.push(question)
    return `You help ${question.userId}.`
  })

  expect(questions).toEqual([
    {
      ...caller,
      pageContext: { cart: 3 },
      date: expect.any(Date) as Date,
      signal: expect.any(AbortSignal) as AbortSignal,
    },
  ])
  expect(told).toMatchObject({ role: 'system' })
  expect(told?.content).toMatch(/^You help ada\.\n\n[^]*<page>\nThe cart is empty\.\n<\/page>$/)
  expect(log).toEqual([])
})

test.each<[string, Assistant['system'], string]>([
  [
    'throws',
    () => {
      throw new RangeError('words of a person')
    },
    'system: RangeError',
  ],
  ['is late', () => new Promise(() => {}), 'system: no answer within 20 ms'],
  ['returns no text', (() => 5) as never, 'system: the value is no text'],
  [
    'returns too much',
    () => 'x'.repeat(SYSTEM_MAX_BYTES + 1),
    'system: the text has more than 8192 bytes',
  ],
])('an answer fails if the function %s, and the log says so', async (_, system, detail) => {
  const { chunks, log, told } = await answer(system, { hookTimeoutMs: 20 })

  expect(chunks).toEqual([{ type: 'error', errorText: UNAVAILABLE_TEXT }])
  expect(log).toEqual([{ event: 'hook_failed', model: 'mock/any', detail }])
  expect(told).toBeUndefined()
})

test('a function may return as much as a text may have', async () => {
  const { told } = await answer(() => 'x'.repeat(SYSTEM_MAX_BYTES))

  expect(told?.content).toContain('x'.repeat(SYSTEM_MAX_BYTES))
})

test('the operator’s settings of a call stand above a page’s wishes', () => {
  const settings = { temperature: 0.2, providerOptions: { openai: { serviceTier: 'flex' } } }
  const assistant = { model: createScriptedModel(() => []), system: undefined, tools: [] }
  const rest = { maxSteps: 1, maxOutputTokens: undefined, takesClientSystem: false }
  const wishes = {
    tools: [],
    system: undefined,
    settings: { temperature: 1.5, topP: 0.5 },
    canApprove: true,
  }
  const amountOf = (name: keyof typeof AMOUNT_DEFAULTS) => AMOUNT_DEFAULTS[name]
  const of = (more: Partial<Assistant>) =>
    createRequest({ ...assistant, ...rest, ...more }, caller, wishes, amountOf)([]).settings

  expect(of({})).toEqual({ temperature: 1.5, topP: 0.5 })
  expect(of({ settings })).toEqual({ ...settings, topP: 0.5 })
})
