import type * as Ai from 'ai'
import type * as NewStream from 'stream-0.3.57'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startAlcove, type AlcoveServer } from '../e2e/alcove-server.ts'
import { startModelServer, type ModelServer } from '../e2e/model-server/start-model-server.ts'

/** Contents that every reader must find: reasoning, text, a call of a tool with its arguments. */
const SCRIPT = 'reason Let me look.; say One moment.; tool search {"query":"green tea","limit":2}'
const TOOLS = {
  search: {
    description: 'Finds products',
    parameters: {
      type: 'object',
      properties: { query: { type: 'string' }, limit: { type: 'number' } },
    },
  },
}

interface Read {
  readonly reasoning: string
  readonly text: string
  readonly tool: { readonly name: string; readonly args: unknown } | undefined
}
const EXPECTED: Read = {
  reasoning: 'Let me look.',
  text: 'One moment.',
  tool: { name: 'search', args: { query: 'green tea', limit: 2 } },
}

let model: ModelServer
let alcove: AlcoveServer
let authorization: string

beforeAll(async () => {
  model = await startModelServer()
  alcove = await startAlcove({
    env: { ALCOVE_MODEL: 'openai-compatible/any', OPENAI_BASE_URL: model.url },
  })
  const minted = await fetch(`${originOf()}/v1/auth/tokens/anonymous`, { method: 'POST' })
  const { access_token: token } = (await minted.json()) as { access_token: string }
  authorization = `Bearer ${token}`
})
afterAll(async () => {
  await alcove?.stop()
  await model?.stop()
})

const originOf = () => `http://127.0.0.1:${alcove.port}`

/** A run of the default assistant, as the runtimes of the contract request it. */
const askForRun = (script: string, accept: string) =>
  fetch(`${originOf()}/v1/runs/stream`, {
    method: 'POST',
    headers: {
      Authorization: authorization,
      'Content-Type': 'application/json',
      Accept: accept,
    },
    body: JSON.stringify({
      assistant_id: 'default',
      response_format: 'vercel-ai-data-stream/v1',
      thread_id: 'unstable_todo',
      messages: [{ role: 'user', content: [{ type: 'text', text: script }] }],
      tools: TOOLS,
      runConfig: {},
    }),
  })

test.each(['stream-0.2.36', 'stream-0.3.44', 'stream-0.3.57'])(
  '%s reads the data stream',
  async (name) => {
    const read = await readWithAssistantStream(name, await askForRun(SCRIPT, 'text/plain'))

    expect(read.message).toEqual(EXPECTED)
    expect(read.status).toMatchObject({ type: 'requires-action', reason: 'tool-calls' })
  },
)

test.each(['stream-0.2.36', 'stream-0.3.44', 'stream-0.3.57'])(
  '%s reads how an answer failed',
  async (name) => {
    const response = await askForRun('say Half an; error of it', 'text/plain')
    const read = await readWithAssistantStream(name, response)

    expect(read.message.text).toContain('Half an')
    expect(read.status).toMatchObject({ type: 'incomplete', reason: 'error' })
  },
)

test.each(['stream-0.3.44', 'stream-0.3.57'])('%s reads the event stream', async (name) => {
  const { UIMessageStreamDecoder, AssistantMessageAccumulator } = (await import(
    name
  )) as typeof NewStream
  const response = await askForRun(SCRIPT, 'text/event-stream')
  const messages = response
    .body!.pipeThrough(new UIMessageStreamDecoder() as unknown as Decoder)
    .pipeThrough(new AssistantMessageAccumulator())
  const last = await lastOf(messages as unknown as AsyncIterable<AccumulatedMessage>)

  expect(response.headers.get('x-vercel-ai-ui-message-stream')).toBe('v1')
  expect(summarize(last?.parts ?? [])).toEqual(EXPECTED)
})

test('ai 4 reads the data stream', async () => {
  const { processDataStream } = await import('ai-4')
  const response = await askForRun(SCRIPT, 'text/plain')
  const read = { reasoning: '', text: '' }
  let tool: Read['tool']
  let finish: unknown
  await processDataStream({
    stream: response.body!,
    onTextPart: (text) => void (read.text += text),
    onReasoningPart: (text) => void (read.reasoning += text),
    onToolCallPart: ({ toolName, args }) => void (tool = { name: toolName, args }),
    onFinishMessagePart: ({ finishReason }) => void (finish = finishReason),
  })

  expect({ ...read, tool }).toEqual(EXPECTED)
  expect(finish).toBe('tool-calls')
})

test.each(['ai-5', 'ai-6', 'ai'])('the chat transport of %s reads the chat call', async (name) => {
  const { DefaultChatTransport, readUIMessageStream } = (await import(name)) as typeof Ai
  const transport = new DefaultChatTransport({
    api: `${originOf()}/v1/chat`,
    headers: { Authorization: authorization },
    body: { tools: TOOLS },
  })
  const stream = await transport.sendMessages({
    trigger: 'submit-message',
    chatId: `chat-of-${name}`,
    messageId: undefined,
    messages: [{ id: 'question', role: 'user', parts: [{ type: 'text', text: SCRIPT }] }],
    abortSignal: undefined,
  })
  const failures: unknown[] = []
  const messages = readUIMessageStream({ stream, onError: (error) => failures.push(error) })
  const last = await lastOf(messages)

  expect(failures).toEqual([])
  expect(summarize((last?.parts ?? []) as AnyPart[])).toEqual(EXPECTED)
})

test.each(['ai-5', 'ai-6', 'ai'])('the chat transport of %s tells a failure', async (name) => {
  const { DefaultChatTransport, readUIMessageStream } = (await import(name)) as typeof Ai
  const transport = new DefaultChatTransport({
    api: `${originOf()}/v1/chat`,
    headers: { Authorization: authorization },
  })
  const stream = await transport.sendMessages({
    trigger: 'submit-message',
    chatId: `failing-chat-of-${name}`,
    messageId: undefined,
    messages: [
      { id: 'question', role: 'user', parts: [{ type: 'text', text: 'say Half; error of it' }] },
    ],
    abortSignal: undefined,
  })
  const failures: unknown[] = []
  await lastOf(readUIMessageStream({ stream, onError: (error) => failures.push(error) }))

  expect(failures).toHaveLength(1)
})

type Decoder = ReadableWritablePair<unknown, Uint8Array>

interface AnyPart {
  readonly type: string
  readonly text?: string
  readonly toolName?: string
  readonly args?: unknown
  readonly input?: unknown
}

interface AccumulatedMessage {
  readonly parts: readonly AnyPart[]
  readonly status: unknown
}

async function readWithAssistantStream(name: string, response: Response) {
  const { DataStreamDecoder, AssistantMessageAccumulator } = (await import(name)) as {
    DataStreamDecoder: new () => Decoder
    AssistantMessageAccumulator: new () => Decoder
  }
  const messages = response
    .body!.pipeThrough(new DataStreamDecoder())
    .pipeThrough(new AssistantMessageAccumulator())
  const last = await lastOf(messages as unknown as AsyncIterable<AccumulatedMessage>)
  return { message: summarize(last?.parts ?? []), status: last?.status }
}

function summarize(parts: readonly AnyPart[]): Read {
  const textOf = (type: string) =>
    parts.map((part) => (part.type === type ? (part.text ?? '') : '')).join('')
  const call = parts.find((part) => part.type.startsWith('tool-'))
  return {
    reasoning: textOf('reasoning'),
    text: textOf('text'),
    tool: call && {
      name: call.toolName ?? call.type.replace('tool-', ''),
      // Without the symbols that a reader leaves on parsed values.
      args: JSON.parse(JSON.stringify(call.args ?? call.input)) as unknown,
    },
  }
}

async function lastOf<Item>(items: AsyncIterable<Item>): Promise<Item | undefined> {
  let last: Item | undefined
  for await (const item of items) last = item
  return last
}
