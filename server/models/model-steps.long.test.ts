import { convertArrayToReadableStream, MockLanguageModelV4 } from 'ai/test'
import { experimental_streamTextLowMemory as streamText, jsonSchema, stepCountIs, tool } from 'ai'
import { expect, test } from 'vitest'
import { createRandom } from '../testing/create-random.ts'
import type { BackendTool } from './backend-tool.ts'
import {
  call,
  connectMock as connect,
  finish,
  say,
  type ProviderPart,
} from './testing/connect-mock.ts'

const caller = { projectId: 'shop', workspaceId: 'w', userId: 'ada' }
const find: BackendTool = {
  name: 'find',
  parameters: { type: 'object', properties: { for: { type: 'string' } }, required: ['for'] },
  execute({ for: wanted }) {
    if (wanted === 'trouble') throw new Error('private words')
    return wanted === 'words' ? 'found' : { found: wanted ?? null }
  },
}
const own = { backend: { tools: [find], caller, argsBytes: 1_000, resultBytes: 1_000 } }

const signed = (signature: string) => ({ provider: { signature } })

/** A step with all kinds of a provider's parts, in random order. */
function createStep(random: () => number, step: number): ProviderPart[] {
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item
  const parts: ProviderPart[] = []
  const count = 1 + Math.floor(random() * 4)
  for (let index = 0; index < count; index += 1) {
    const id = pick(['0', `${step}-${index}`])
    const kind = pick(['text', 'reasoning', 'call', 'empty', 'provider', 'file'] as const)
    const meta = random() < 0.4 ? { providerMetadata: signed(`${step}.${index}`) } : {}
    if (kind === 'text' || kind === 'reasoning') {
      parts.push(
        { type: `${kind}-start`, id },
        { type: `${kind}-delta`, id, delta: 'One ' },
        { type: `${kind}-delta`, id, delta: 'word' },
        { type: `${kind}-end`, id, ...meta },
      )
    }
    if (kind === 'empty') parts.push({ type: 'text-start', id }, { type: 'text-end', id, ...meta })
    if (kind === 'file') {
      parts.push({ type: 'file', mediaType: 'image/png', data: { type: 'data', data: 'AAAA' } })
    }
    const toolCallId = `${step}-${index}`
    if (kind === 'call') {
      const input = pick([
        '{"for":"cups"}',
        '{"for":"words"}',
        '{"for":"trouble"}',
        '{"for":7}',
        '',
      ])
      parts.push({
        type: 'tool-call',
        toolCallId,
        toolName: pick(['find', 'find', 'none']),
        input,
        ...meta,
      })
    }
    if (kind === 'provider') {
      const ran = { toolCallId, toolName: 'theirs' }
      parts.push(
        { type: 'tool-call', ...ran, input: '{"q":1}', providerExecuted: true, dynamic: true },
        { type: 'tool-result', ...ran, result: { hits: 2 }, dynamic: true, ...meta },
      )
    }
  }
  return [...parts, finish(pick(['stop', 'tool-calls']))]
}

/** The prompts of the AI SDK's own multi-step helper for the same model. */
async function askWithSdk(answers: readonly (readonly ProviderPart[])[]) {
  let calls = 0
  const model = new MockLanguageModelV4({
    doStream: async () => ({
      stream: convertArrayToReadableStream([
        { type: 'stream-start' as const, warnings: [] },
        ...(answers[calls++] ?? say('Done.')),
      ]),
    }),
  })
  const { stream } = streamText({
    model,
    prompt: 'How many cups?',
    stopWhen: stepCountIs(5),
    maxRetries: 0,
    onError: () => {},
    tools: {
      find: tool({
        inputSchema: jsonSchema<{ for: string }>(find.parameters, {
          validate: (value) =>
            typeof (value as { for: unknown }).for === 'string'
              ? { success: true, value: value as { for: string } }
              : { success: false, error: new Error('wrong') },
        }),
        execute: (args) => find.execute(args, { ...caller, signal: AbortSignal.any([]) }),
      }),
    },
  })
  for await (const part of stream) if (part.type === 'error') throw part.error
  return model.doStreamCalls.map(({ prompt }) => prompt)
}

const SEEDS = process.env['ALCOVE_TEST_LONG'] === '1' ? 300 : 60

/**
 * Our errors have other texts; fields without a value, those of the first question, and our marks for caches
 * are ignored.
 */
const tellable = (prompt: readonly { readonly role: string }[]) =>
  JSON.parse(
    JSON.stringify(
      prompt.filter(({ role }) => role !== 'user'),
      (key, value: unknown) => (isCacheMark(key, value) ? undefined : value),
    ).replaceAll(/"error-text","value":"(?:[^"\\]|\\.)*"/g, '"error-text"'),
  ) as unknown

const isCacheMark = (key: string, value: unknown): boolean =>
  key === 'providerOptions' &&
  /^{"anthropic":{"cacheControl":{[^{}]*}}}$/.test(JSON.stringify(value))

test('asks a model again as the AI SDK would, with all that was said and done', async () => {
  let steps = 0
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const random = createRandom(seed)
    const answers = Array.from({ length: 4 }, (_, step) => createStep(random, step))
    const { ask, provider } = connect(answers)

    await ask(own)
    const prompts = provider.doStreamCalls.map(({ prompt }) => tellable(prompt))

    expect(prompts, `seed ${seed}`).toEqual((await askWithSdk(answers)).map(tellable))
    steps += prompts.length
  }
  expect(steps).toBeGreaterThan(SEEDS * 1.3)
})

test('a model that may call nothing is not offered to choose', async () => {
  const without = connect([say('Hello.')])
  const offered = connect([say('Hello.')])

  await without.ask({})
  await offered.ask(own)

  expect(without.provider.doStreamCalls[0]).not.toHaveProperty('tools')
  expect(without.provider.doStreamCalls[0]).not.toHaveProperty('toolChoice')
  expect(offered.provider.doStreamCalls[0]).toMatchObject({
    tools: [{ type: 'function', name: 'find' }],
    toolChoice: { type: 'auto' },
  })
})

test('tells a person and the model the same of a tool that failed, and no word of its own', async () => {
  const { ask, provider } = connect([
    [...call('find', '{"for":"trouble"}'), finish('tool-calls')],
    say('Oh.'),
  ])

  const { chunks } = await ask(own)

  const { errorText } = chunks.find(({ type }) => type === 'tool-output-error') as {
    errorText: string
  }
  expect(provider.doStreamCalls[1]?.prompt.at(-1)?.content).toMatchObject([
    { output: { type: 'error-text', value: errorText } },
  ])
  expect(JSON.stringify([chunks, provider.doStreamCalls])).not.toContain('private')
})
