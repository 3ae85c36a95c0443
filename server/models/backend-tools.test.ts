import { expect, test } from 'vitest'
import { ISSUES_MAX } from '../../shared/bridge/contract.ts'
import { AlcoveError } from '../../shared/errors.ts'
import type { JsonObject, JsonValue } from '../../shared/json.ts'
import { INTERRUPT_PREFIX } from '../../shared/thread/interrupt.ts'
import { outOfSteps } from '../../shared/wire/chunk.ts'
import { type BackendTool, type ToolContext, TOOL_TEXTS } from './backend-tool.ts'
import { ISSUE_TEXT_MAX_CHARACTERS } from './check-call.ts'
import { call, connectMock as connect, finish, say } from './testing/connect-mock.ts'

const stock = (
  execute: BackendTool['execute'] = ({ for: name }) => ({ name: name ?? null, left: 3 }),
): BackendTool => ({
  name: 'stock',
  description: 'Says how many are left.',
  parameters: { type: 'object', properties: { for: { type: 'string' } }, required: ['for'] },
  execute,
})

const caller = { projectId: 'shop', workspaceId: 'w', userId: 'ada' }
const backendOf = (...tools: BackendTool[]) => ({
  backend: { tools, caller, argsBytes: 1_000, resultBytes: 1_000 },
})

const callStock = [...call('stock', '{"for":"cups"}'), finish('tool-calls')]

test('runs a tool and asks the model again with its result', async () => {
  const { ask, provider } = connect([callStock, say('Three cups.')])

  const { chunks, message, types } = await ask(backendOf(stock()))

  expect(types).toEqual([
    'start-step',
    'tool-input-start',
    'tool-input-delta',
    'tool-input-available',
    'tool-output-available',
    'finish-step',
    'start-step',
    'text-start',
    'text-delta',
    'text-end',
    'finish-step',
    'finish',
  ])
  expect(chunks.at(-1)).toMatchObject({
    messageMetadata: { finishReason: 'stop', usage: { inputTokens: 6, outputTokens: 8 } },
  })
  expect(message.content).toMatchObject([
    { type: 'tool-call', args: { for: 'cups' }, result: { name: 'cups', left: 3 } },
    { type: 'text', text: 'Three cups.' },
  ])
  expect(message.status).toEqual({ type: 'complete', reason: 'stop' })
  expect(JSON.stringify(provider.doStreamCalls[1]?.prompt)).toContain('"left":3')
})

test('tells the tool who asks, and gives it a signal', async () => {
  const { ask } = connect([callStock])
  const seen: ToolContext[] = []

  await ask(
    backendOf(
      stock((_args, context) => {
        seen.push(context)
        return null
      }),
    ),
  )

  expect(seen).toMatchObject([caller])
  expect(seen[0]?.signal).toBeInstanceOf(AbortSignal)
})

test('asks the model as often as the assistant may, and no more', async () => {
  const again = () => connect([callStock, callStock, callStock])
  const two = again()
  const three = again()

  const { chunks } = await two.ask({ ...backendOf(stock()), maxSteps: 2 })
  await three.ask({ ...backendOf(stock()), maxSteps: 3 })

  expect(two.provider.doStreamCalls).toHaveLength(2)
  expect(three.provider.doStreamCalls).toHaveLength(3)
  expect(chunks.at(-1)).toMatchObject(outOfSteps())
})

test('a model without further calls has ended its answer, with any finish reason', async () => {
  const last = [...say('Three.').slice(0, -1), finish('tool-calls')]

  const left = await connect([last]).ask({ ...backendOf(stock()), maxSteps: 1 })
  const cut = await connect([callStock]).ask({ ...backendOf(stock()), maxSteps: 1 })

  expect(left.message.status).toEqual({ type: 'complete', reason: 'unknown' })
  expect(cut.message.status).toEqual({ type: 'incomplete', reason: 'tool-calls' })
})

test('does not run a tool with arguments that its schema refuses', async () => {
  let runs = 0
  const tool = stock(() => {
    runs += 1
    return null
  })
  const wrong = connect([[...call('stock', '{"for":7}'), finish('tool-calls')], say('Sorry.')])

  const { chunks, message } = await wrong.ask(backendOf(tool))

  expect(runs).toBe(0)
  expect(chunks).toContainEqual(expect.objectContaining({ type: 'tool-input-error' }))
  expect(message.content.at(-1)).toMatchObject({ text: 'Sorry.' })
  await connect([callStock]).ask(backendOf(tool))
  expect(runs).toBe(1)
})

const issues = (...list: { path: string[]; message: string }[]) =>
  `Function parameter validation failed. ${JSON.stringify(list)}`
test.each<[string, string, unknown]>([
  ['no JSON', '{"for":', 'Function parameter parsing failed. "Unexpected end of JSON input"'],
  [
    'quotes in it',
    '{"for":"a" b}',
    expect.stringMatching(/^Function parameter parsing failed\. "[^"].*JSON.*"$/),
  ],
  ['no object', '[1]', 'Function parameter parsing failed. "Arguments must be a JSON object"'],
  [
    'another type',
    '{"for":7}',
    issues({ path: ['for'], message: 'Instance type "number" is invalid. Expected "string".' }),
  ],
  [
    'nothing of what is required',
    '{}',
    issues({ path: [], message: 'Instance does not have required property "for".' }),
  ],
])(
  'says in the specification’s words what is wrong: %s (5.24, 5.25, 8.37, 8.38)',
  async (_, input, errorText) => {
    const { ask, provider } = connect([[...call('stock', input), finish('tool-calls')], say('Oh.')])

    const { chunks, message } = await ask(backendOf(stock()))

    const said = chunks.find(({ type }) => type === 'tool-input-error')
    expect(said).toMatchObject({ errorText })
    // The model reads the same text.
    const told = provider.doStreamCalls[1]!.prompt.at(-1)!.content
    expect(told).toMatchObject([{ output: { type: 'error-text', value: errorText } }])
    expect(message.content[0]).toMatchObject({ state: 'output-error', isError: true })
    const page = connect([[...call('pick', '{"for":'), finish('tool-calls')], say('Oh.')])
    const declared = await page.ask({ tools: [{ name: 'pick', parameters: { type: 'object' } }] })
    expect(JSON.stringify(declared.chunks)).toContain('Function parameter parsing failed.')
  },
)

const list: BackendTool = {
  name: 'list',
  parameters: {
    type: 'object',
    properties: {
      all: { type: 'array', items: { type: 'string' } },
      code: { const: 'x'.repeat(ISSUE_TEXT_MAX_CHARACTERS) },
    },
    additionalProperties: false,
  },
  execute: () => null,
}

test('says that a tool does not exist, and lets no arguments pass for an interrupt', async () => {
  const errorOf = async (name: string, input: string) => {
    const answers = [[...call(name, input), finish('tool-calls')], say('Oh.')]
    const { chunks } = await connect(answers).ask(backendOf(list))
    return chunks.find(({ type }) => type === 'tool-input-error')
  }

  expect(await errorOf('none', '{}')).toMatchObject({
    errorText: 'The model called a tool that does not exist.',
  })
  expect(await errorOf('list', JSON.stringify({ [`${INTERRUPT_PREFIX}{}`]: 1 }))).toMatchObject({
    errorText: 'The model called a tool wrongly.',
  })
})

test('tells as many issues as a page does, each in short', async () => {
  const issuesOf = async (input: JsonObject) => {
    const wrong = [...call('list', JSON.stringify(input)), finish('tool-calls')]
    const { chunks } = await connect([wrong, say('Oh.')]).ask(backendOf(list))
    const { errorText } = chunks.find(({ type }) => type === 'tool-input-error') as {
      errorText: string
    }
    return JSON.parse(errorText.slice(errorText.indexOf('['))) as { message: string }[]
  }

  expect(await issuesOf({ all: Array(ISSUES_MAX).fill(1) })).toHaveLength(ISSUES_MAX)
  expect(await issuesOf({ all: Array(ISSUES_MAX + 1).fill(1) })).toHaveLength(ISSUES_MAX)
  const [long] = await issuesOf({ code: 1 })
  expect(long!.message).toHaveLength(ISSUE_TEXT_MAX_CHARACTERS)
})

test('takes the largest arguments and no byte more', async () => {
  const run = async (length: number) => {
    const input = JSON.stringify({ for: 'x'.repeat(length - '{"for":""}'.length) })
    const { ask } = connect([[...call('stock', input), finish('tool-calls')]])
    return (await ask(backendOf(stock(() => 'ran')))).types
  }

  expect(await run(1_000)).toContain('tool-output-available')
  expect(await run(1_001)).toContain('tool-input-error')
})

/** A tool's behaviour, and the text for the model and the person. */
const failures: readonly (readonly [string, () => unknown, string])[] = [
  ['throws', () => Promise.reject(new Error('password is hunter2')), TOOL_TEXTS.failed],
  [
    'throws an error that is written to be read',
    () => Promise.reject(new AlcoveError('not_found', 'No such cup.')),
    'No such cup.',
  ],
  ['gives no JSON', () => 7n, TOOL_TEXTS.noJson],
  ['gives a result that is too large', () => 'x'.repeat(999), TOOL_TEXTS.large(1_000)],
]

test.each(failures)('goes on when a tool %s', async (_, execute, errorText) => {
  const { ask, provider, log } = connect([callStock, say('I could not look.')])

  const { chunks, message } = await ask(backendOf(stock(() => execute() as JsonValue)))

  expect(chunks).toContainEqual({ type: 'tool-output-error', toolCallId: 'c1', errorText })
  expect(message.content).toMatchObject([
    { state: 'output-error', result: { error: errorText } },
    { text: 'I could not look.' },
  ])
  expect(JSON.stringify(provider.doStreamCalls[1]?.prompt)).toContain(errorText)
  expect(JSON.stringify([chunks, log, provider.doStreamCalls[1]?.prompt])).not.toContain('hunter2')
  expect(log).toMatchObject([{ event: 'tool_failed', detail: expect.stringMatching(/^stock: /) }])
})

test('takes the largest result', async () => {
  const { ask } = connect([callStock])

  expect((await ask(backendOf(stock(() => 'x'.repeat(998))))).types).toContain(
    'tool-output-available',
  )
})

test('waits for a tool no longer than it may take', async () => {
  const slow = connect([callStock, say('Too slow.')], 20)

  const { chunks } = await slow.ask(backendOf(stock(() => new Promise(() => {}))))

  expect(chunks).toContainEqual({
    type: 'tool-output-error',
    toolCallId: 'c1',
    errorText: TOOL_TEXTS.slow,
  })
})

test('stops a tool with the answer', async () => {
  const { ask, provider } = connect([callStock])
  const stop = new AbortController()
  let stopped = false
  const tool = stock(
    (_args, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          stopped = true
          reject(new Error('stopped'))
        })
        stop.abort()
      }),
  )

  await ask(backendOf(tool), stop.signal)

  expect(stopped).toBe(true)
  expect(provider.doStreamCalls).toHaveLength(1)
})

test('runs the tools of one step side by side, and leaves the browser’s to it', async () => {
  const step = [
    ...call('stock', '{"for":"cups"}'),
    ...call('show', '{}', 'c2'),
    finish('tool-calls'),
  ]
  const { ask, provider } = connect([step])

  const { message } = await ask({
    ...backendOf(stock()),
    tools: [{ name: 'show', parameters: { type: 'object' } }],
  })

  expect(message.status).toEqual({ type: 'requires-action', reason: 'tool-calls' })
  expect(message.content).toMatchObject([
    { toolName: 'stock', state: 'output-available' },
    { toolName: 'show', state: 'input-available' },
  ])
  expect(provider.doStreamCalls).toHaveLength(1)
})

test('lets no browser take the place of a tool of its name', async () => {
  const { ask, provider } = connect([callStock])
  const forged: JsonObject = { type: 'object', description: 'forged' }

  const { types } = await ask({
    ...backendOf(stock()),
    tools: [{ name: 'stock', parameters: forged }],
  })

  expect(types).toContain('tool-output-available')
  expect(JSON.stringify(provider.doStreamCalls[0]?.tools)).not.toContain('forged')
})

test('passes the settings of the call on', async () => {
  const { ask, provider } = connect([])

  await ask({ settings: { maxOutputTokens: 32, temperature: 0.5, topP: 0.9 } })

  expect(provider.doStreamCalls[0]).toMatchObject({
    maxOutputTokens: 32,
    temperature: 0.5,
    topP: 0.9,
  })
})
