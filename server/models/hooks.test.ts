import { isHiddenChunk } from './step-memory.ts'
import type { LanguageModelV4Prompt } from '@ai-sdk/provider'
import { expect, test } from 'vitest'
import { readJudging } from '../../shared/wire/judging-mark.ts'
import { bindHooks, REFUSAL_MAX_CHARACTERS, type AssistantHooks } from './hooks.ts'
import { UNAVAILABLE_TEXT } from './provider-failure.ts'
import { question } from './testing/ask-model.ts'
import { askWithHooks, caller } from './testing/ask-with-hooks.ts'
import { call, connectMock, finish, say, type ProviderPart } from './testing/connect-mock.ts'
import { createScriptedModel, sayText } from './testing/scripted-model.ts'

const signed = { anthropic: { signature: 'of the model' } }
/** A step with signed reasoning, words and a call. */
const thinking = (text: string): ProviderPart[] => [
  { type: 'reasoning-start', id: 'r' },
  { type: 'reasoning-delta', id: 'r', delta: 'Hm.' },
  { type: 'reasoning-end', id: 'r', providerMetadata: signed },
  ...say(text).slice(0, -1),
  ...call('stock', '{}'),
  finish('tool-calls'),
]

const mask = (text: string) => text.replaceAll(/\d{3}-\d{4}/g, '[number]')
const masked = (prompt: LanguageModelV4Prompt) =>
  JSON.parse(JSON.stringify(prompt).replaceAll('4111 1111', '[card]')) as LanguageModelV4Prompt

test('beforeModel changes what each call sends, and not the conversation', async () => {
  const steps: number[] = []
  const { message, prompts } = await askWithHooks(
    {
      beforeModel({ prompt, step, model }, context) {
        expect(model).toBe('mock/any')
        expect(context).toMatchObject(caller)
        steps.push(step)
        return { prompt: masked(prompt) }
      },
    },
    [[...call('stock', '{}'), finish('tool-calls')], say('Three.')],
  )

  expect(steps).toEqual([1, 2])
  expect(prompts[1]).toContain('[card]')
  expect(prompts[1]).not.toContain('4111')
  expect(message.content).toMatchObject([{ result: { card: '4111 1111' } }, { text: 'Three.' }])
})

test('beforeModel refuses with a sentence, and neither model is called', async () => {
  const fallback = createScriptedModel(() => sayText('No.'))
  const refuse = 'This is about something else.'
  const { chunks, prompts, log } = await askWithHooks({ beforeModel: () => ({ refuse }) }, [], {
    fallback,
  })

  expect(chunks).toEqual([{ type: 'error', errorText: refuse }])
  expect([prompts, fallback.requests, log]).toEqual([[], [], []])
})

test.each([REFUSAL_MAX_CHARACTERS, REFUSAL_MAX_CHARACTERS + 1])(
  'a sentence of %d characters is cut at the limit',
  async (length) => {
    const { chunks } = await askWithHooks({ beforeModel: () => ({ refuse: 'x'.repeat(length) }) })

    expect(chunks).toEqual([{ type: 'error', errorText: 'x'.repeat(REFUSAL_MAX_CHARACTERS) }])
  },
)

test.each<[string, AssistantHooks, string]>([
  [
    'throws',
    {
      beforeModel: () => {
        throw new RangeError('words of a person')
      },
    },
    'beforeModel: RangeError',
  ],
  ['is late', { beforeModel: () => new Promise(() => {}) }, 'beforeModel: no answer within 20 ms'],
  ['returns a text', { beforeModel: (() => 'x') as never }, 'beforeModel: the value is no object'],
  [
    'returns no list',
    { beforeModel: (() => ({ prompt: 'x' })) as never },
    'beforeModel: prompt is no list of messages',
  ],
  [
    'refuses without words',
    { beforeModel: () => ({ refuse: ' ' }) },
    'beforeModel: refuse is no sentence',
  ],
  [
    'throws after it',
    { afterModel: () => Promise.reject(new RangeError()) },
    'afterModel: RangeError',
  ],
  [
    'is late after it',
    { afterModel: () => new Promise(() => {}) },
    'afterModel: no answer within 20 ms',
  ],
  [
    'returns no texts',
    { afterModel: (() => ({ text: 5 })) as never },
    'afterModel: text and reasoning are no texts',
  ],
])('a hook that %s refuses, with a log line', async (_, hooks, detail) => {
  const { chunks, message, log } = await askWithHooks(hooks, undefined, {}, 20)

  expect(chunks.at(-1)).toEqual({ type: 'error', errorText: UNAVAILABLE_TEXT })
  expect(message.content).toEqual([])
  expect(log).toEqual([{ event: 'hook_failed', model: 'mock/any', detail }])
})

test('words that afterModel leaves alone are told once', async () => {
  const { types, message } = await askWithHooks({ afterModel: () => undefined })

  expect(types).not.toContain('reset-step')
  expect(message.content).toEqual([{ type: 'text', text: 'Call 555-1234.' }])
})

test('words that afterModel changes are told, and then replaced', async () => {
  const { chunks, types, message } = await askWithHooks({
    afterModel: ({ text }) => ({ text: mask(text) }),
  })

  expect(types.indexOf('text-delta')).toBeLessThan(types.indexOf('reset-step'))
  expect(message.content).toEqual([{ type: 'text', text: 'Call [number].' }])
  expect(message.status).toEqual({ type: 'complete', reason: 'stop' })
  const judgings = chunks.flatMap((chunk) =>
    isHiddenChunk(chunk) ? [] : (readJudging(chunk) ?? []),
  )
  expect(judgings).toEqual([true, false])
})

test('a step whose words changed is told to the model without its signatures', async () => {
  const answers = [thinking('Call 555-1234.'), say('Done.')]
  const same = await askWithHooks({ afterModel: () => undefined }, answers)
  const changed = await askWithHooks({ afterModel: ({ text }) => ({ text: mask(text) }) }, answers)

  expect(same.prompts[1]).toContain('of the model')
  expect(changed.prompts[1]).toContain('[number]')
  expect(changed.prompts[1]).not.toContain('of the model')
  expect(changed.message.content).toMatchObject([
    { type: 'reasoning', text: 'Hm.' },
    { type: 'text', text: 'Call [number].' },
    { type: 'tool-call', toolName: 'stock', result: { left: 3 } },
    { type: 'text', text: 'Done.' },
  ])
})

test('words that afterModel withdraws are void, and no tool of the step runs', async () => {
  const given: unknown[] = []
  const { message, prompts, types } = await askWithHooks(
    {
      afterModel(words) {
        given.push(words)
        return { refuse: 'Ask the staff.' }
      },
    },
    [thinking('Call 555-1234.')],
  )

  expect(given).toEqual([
    {
      text: 'Call 555-1234.',
      reasoning: 'Hm.',
      toolCalls: [{ toolName: 'stock', args: {} }],
    },
  ])
  expect(message.content).toEqual([])
  expect(message.status).toEqual({ type: 'incomplete', reason: 'error', error: 'Ask the staff.' })
  expect(types).not.toContain('tool-output-available')
  expect(prompts).toHaveLength(1)
})

test.each([true, false])('words wait for afterModel with hold: %s', async (hold) => {
  const asked = Promise.withResolvers<void>()
  const judged = Promise.withResolvers<void>()
  const hooks = bindHooks(
    {
      hold,
      async afterModel({ text }) {
        asked.resolve()
        await judged.promise
        return { text: mask(text) }
      },
    },
    caller,
    10_000,
  )
  const seen: string[] = []
  const reading = (async () => {
    const { model } = connectMock([say('Call 555-1234.')])
    const request = { messages: [question('Who?')], hooks }
    for await (const chunk of model.stream(request, new AbortController().signal)) {
      if (chunk.type === 'text-delta') seen.push(chunk.delta)
    }
  })()

  await asked.promise
  expect(seen).toEqual(hold ? [] : ['Call 555-1234.'])
  judged.resolve()
  await reading
  expect(seen).toEqual(hold ? ['Call [number].'] : ['Call 555-1234.', 'Call [number].'])
})

test.each([false, true])(
  'a thought whose end tag came alone is judged as a thought, and stays one: hold %s',
  async (hold) => {
    const judged: unknown[] = []
    const { message } = await askWithHooks(
      {
        hold,
        afterModel({ text, reasoning }) {
          judged.push([text, reasoning])
          return { text: mask(text) }
        },
      },
      [say('It is Ada.</think>Call 555-1234.')],
    )

    expect(judged).toEqual([['Call 555-1234.', 'It is Ada.']])
    expect(message.content).toEqual([
      { type: 'reasoning', text: 'It is Ada.' },
      { type: 'text', text: 'Call [number].' },
    ])
  },
)

test.each([false, true])(
  'a call whose arguments only streamed is judged, and runs: hold %s',
  async (hold) => {
    const streamed: ProviderPart[] = [
      { type: 'tool-input-start', id: 'c', toolName: 'stock' },
      { type: 'tool-input-delta', id: 'c', delta: '{"of":"mugs"}' },
      { type: 'tool-input-end', id: 'c' },
      finish('tool-calls'),
    ]
    const judged: unknown[] = []
    const { message } = await askWithHooks(
      { hold, afterModel: ({ toolCalls }) => void judged.push(...toolCalls) },
      [streamed, say('Three.')],
    )

    expect(judged).toEqual([{ toolName: 'stock', args: { of: 'mugs' } }])
    expect(message.content).toMatchObject([{ result: { left: 3 } }, { text: 'Three.' }])
  },
)
