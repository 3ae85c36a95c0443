import { isHiddenChunk } from './step-memory.ts'
import type { LanguageModelV4Prompt } from '@ai-sdk/provider'
import { expect, test } from 'vitest'
import type { JsonValue } from '../../shared/json.ts'
import { createAssistantMessage, type Message } from '../../shared/thread/message.ts'
import { readJudging } from '../../shared/wire/judging-mark.ts'
import { TOOL_TEXTS } from './backend-tool.ts'
import { bindHooks, REFUSAL_MAX_CHARACTERS, type AssistantHooks } from './hooks.ts'
import type { ModelRequest } from './model.ts'
import { UNAVAILABLE_TEXT } from './provider-failure.ts'
import { call, connectMock, finish, say, type ProviderPart } from './testing/connect-mock.ts'
import { question } from './testing/ask-model.ts'
import { createScriptedModel, sayText } from './testing/scripted-model.ts'

const caller = { projectId: 'shop', workspaceId: 'w', userId: 'ada' }
const tool = {
  name: 'stock',
  parameters: { type: 'object' },
  execute: () => ({ card: '4111 1111', left: 3 }),
}
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

async function answer(
  hooks: AssistantHooks,
  answers: readonly (readonly ProviderPart[])[] = [say('Call 555-1234.')],
  { continued, ...more }: Partial<ModelRequest> & { continued?: Message } = {},
  timeoutMs = 10_000,
) {
  const bound = bindHooks(hooks, caller, timeoutMs)
  const { ask, log, provider } = connectMock(answers)
  const { onToolResult } = bound
  const backend = { tools: [tool], caller, argsBytes: 1_000, resultBytes: 1_000, onToolResult }
  const result = await ask({ hooks: bound, backend, ...more }, undefined, continued)
  const prompts = provider.doStreamCalls.map(({ prompt }) => JSON.stringify(prompt))
  return { ...result, log, prompts, calls: provider.doStreamCalls }
}

const mask = (text: string) => text.replaceAll(/\d{3}-\d{4}/g, '[number]')
const masked = (prompt: LanguageModelV4Prompt) =>
  JSON.parse(JSON.stringify(prompt).replaceAll('4111 1111', '[card]')) as LanguageModelV4Prompt

test('beforeModel changes what each call sends, and not the conversation', async () => {
  const steps: number[] = []
  const { message, prompts } = await answer(
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
  const { chunks, prompts, log } = await answer({ beforeModel: () => ({ refuse }) }, [], {
    fallback,
  })

  expect(chunks).toEqual([{ type: 'error', errorText: refuse }])
  expect([prompts, fallback.requests, log]).toEqual([[], [], []])
})

test.each([REFUSAL_MAX_CHARACTERS, REFUSAL_MAX_CHARACTERS + 1])(
  'a sentence of %d characters is cut at the limit',
  async (length) => {
    const { chunks } = await answer({ beforeModel: () => ({ refuse: 'x'.repeat(length) }) })

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
  const { chunks, message, log } = await answer(hooks, undefined, {}, 20)

  expect(chunks.at(-1)).toEqual({ type: 'error', errorText: UNAVAILABLE_TEXT })
  expect(message.content).toEqual([])
  expect(log).toEqual([{ event: 'hook_failed', model: 'mock/any', detail }])
})

test('words that afterModel leaves alone are told once', async () => {
  const { types, message } = await answer({ afterModel: () => undefined })

  expect(types).not.toContain('reset-step')
  expect(message.content).toEqual([{ type: 'text', text: 'Call 555-1234.' }])
})

test('words that afterModel changes are told, and then replaced', async () => {
  const { chunks, types, message } = await answer({
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
  const same = await answer({ afterModel: () => undefined }, answers)
  const changed = await answer({ afterModel: ({ text }) => ({ text: mask(text) }) }, answers)

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
  const { message, prompts, types } = await answer(
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

const calling = [[...call('stock', '{}'), finish('tool-calls')], say('Three.')]

test('onToolResult changes a result before the model and the person read it', async () => {
  const { message, prompts } = await answer(
    {
      onToolResult({ toolName, args, result }) {
        expect([toolName, args]).toEqual(['stock', {}])
        return { result: { ...(result as object), card: 'hidden' } }
      },
    },
    calling,
  )

  expect(prompts[1]).toContain('hidden')
  expect(prompts[1]).not.toContain('4111')
  expect(message.content[0]).toMatchObject({ result: { card: 'hidden', left: 3 } })
})

test.each<[AssistantHooks['onToolResult'], string, readonly string[]]>([
  [() => ({ refuse: 'Not today.' }), 'Not today.', []],
  [() => Promise.reject(new RangeError()), UNAVAILABLE_TEXT, ['onToolResult: RangeError']],
  [(() => ({ result: 1n })) as never, UNAVAILABLE_TEXT, ['onToolResult: result is no JSON']],
])('a result that onToolResult withholds ends the answer', async (onToolResult, text, details) => {
  const { chunks, message, prompts, log } = await answer({ onToolResult }, calling)

  expect(chunks.at(-1)).toEqual({ type: 'error', errorText: text })
  expect(message.content).toMatchObject([
    { toolName: 'stock', state: 'output-error', result: { error: TOOL_TEXTS.withheld } },
  ])
  expect(prompts).toHaveLength(1)
  expect(log.map(({ detail }) => detail)).toEqual(details)
})

const pageResult = (result: JsonValue, id = 'm'): Message => ({
  ...createAssistantMessage(id, ''),
  content: [
    {
      type: 'tool-call',
      toolCallId: 'p1',
      toolName: 'readCart',
      state: 'output-available',
      args: {},
      argsText: '{}',
      result,
    },
  ],
  status: { type: 'requires-action', reason: 'tool-calls' },
})

test('onToolResult changes the result of a page’s tool for the model alone', async () => {
  const onToolResult: AssistantHooks['onToolResult'] = ({ toolName, result }) => {
    expect([toolName, result]).toEqual(['readCart', 'Ada, 4111 1111'])
    return { result: 'hidden' }
  }
  const { message, prompts } = await answer({ onToolResult }, [say('Two mugs.')], {
    continued: pageResult('Ada, 4111 1111'),
  })

  expect(prompts[0]).toContain('hidden')
  expect(prompts[0]).not.toContain('4111')
  expect(message.content).toMatchObject([{ result: 'Ada, 4111 1111' }, { text: 'Two mugs.' }])
  // Control: without the hook the model reads the result.
  const bare = await answer({}, [say('Two mugs.')], { continued: pageResult('Ada, 4111 1111') })
  expect(bare.prompts[0]).toContain('4111')
})

test('a page’s result that onToolResult withholds ends its answer, and is withheld later', async () => {
  const onToolResult = () => ({ refuse: 'Not this.' })
  const ended = await answer({ onToolResult }, [say('Two.')], { continued: pageResult('4111') })
  expect(ended.chunks).toEqual([{ type: 'error', errorText: 'Not this.' }])
  expect(ended.prompts).toEqual([])

  const history = [question('Cart?'), pageResult('4111', 'old'), question('And now?')]
  const later = await answer({ onToolResult }, [say('Hello.')], { messages: history })
  expect(later.prompts[0]).toContain(TOOL_TEXTS.withheld)
  expect(later.prompts[0]).not.toContain('4111')
  expect(later.message.content).toMatchObject([{ text: 'Hello.' }])
})
