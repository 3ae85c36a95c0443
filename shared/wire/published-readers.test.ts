import { processDataStream } from 'ai-4'
import { describe, expect, test } from 'vitest'
import type { Chunk } from './chunk.ts'
import { assistantStreams, chats, dataStream, stream } from './published-readers.test-support.ts'
import { failOnComplaints } from './reader-complaints.test-support.ts'

// The readers as published: their results are what their users see.

const call = (toolCallId: string, input: { for: string }): Chunk => ({
  type: 'tool-input-available',
  toolCallId,
  toolName: 'look_up',
  input,
})
const begin = (toolCallId: string): Chunk => ({
  type: 'tool-input-start',
  toolCallId,
  toolName: 'look_up',
})
const grow = (toolCallId: string, inputTextDelta: string): Chunk => ({
  type: 'tool-input-delta',
  toolCallId,
  inputTextDelta,
})

const passage = { number: 1, headings: ['Tea', 'Heat'], text: 'Tea is hot.', anchor: 'heat' }
/** Everything that our answers can contain: two steps, calls that stream at the same time. */
const answer: readonly Chunk[] = [
  { type: 'start', messageId: 'msg_1' },
  { type: 'start-step' },
  { type: 'reasoning-start', id: 'r' },
  { type: 'reasoning-delta', id: 'r', delta: 'Let me ' },
  { type: 'reasoning-delta', id: 'r', delta: 'look.' },
  { type: 'reasoning-end', id: 'r' },
  { type: 'message-metadata', messageMetadata: { reasoningMs: 5 } },
  begin('a'),
  grow('a', '{ "for":'),
  begin('b'),
  grow('b', '{"for":"milk"'),
  grow('a', ' "tea" }'),
  grow('b', '}'),
  call('a', { for: 'tea' }),
  call('b', { for: 'milk' }),
  call('c', { for: 'cups' }),
  { type: 'tool-output-available', toolCallId: 'a', output: { hot: true } },
  { type: 'tool-output-error', toolCallId: 'b', errorText: 'The tool failed.' },
  { type: 'tool-output-available', toolCallId: 'c', output: 0 },
  { type: 'tool-input-error', toolCallId: 'd', toolName: 'none', input: {}, errorText: 'No.' },
  { type: 'finish-step' },
  { type: 'start-step' },
  { type: 'text-start', id: 't' },
  { type: 'text-delta', id: 't', delta: 'It is\n' },
  {
    type: 'source-url',
    sourceId: 'p',
    url: 'https://a.example/tea#heat:~:text=Tea%20is%20hot.',
    title: 'Tea',
    providerMetadata: { alcove: { passage } },
  },
  { type: 'text-delta', id: 't', delta: 'hot. 👍' },
  { type: 'text-end', id: 't' },
  { type: 'source-url', sourceId: 's', url: 'https://a.example/', title: 'A' },
  {
    type: 'source-document',
    sourceId: 'd',
    mediaType: 'application/pdf',
    title: 'D',
    filename: 'd.pdf',
    providerMetadata: { alcove: { page: 3 } },
  },
  { type: 'file', url: 'data:image/png;base64,iVBORw0=', mediaType: 'image/png' },
  { type: 'data-note', data: { n: 1 } },
  { type: 'finish-step' },
  {
    type: 'finish',
    messageMetadata: {
      finishReason: 'stop',
      usage: {
        inputTokens: 4,
        outputTokens: 6,
        cachedInputTokens: 3,
        cacheWriteTokens: 1,
        reasoningTokens: 2,
      },
    },
  },
]

const complaints = failOnComplaints()

describe.each(Object.entries(assistantStreams))('%s reads the data stream', (_, read) => {
  test('of a whole answer', async () => {
    const message = await read(dataStream(answer))

    expect(message?.status).toMatchObject({ type: 'complete', reason: 'stop' })
    expect(message?.parts).toMatchObject([
      { type: 'reasoning', text: 'Let me look.' },
      {
        type: 'tool-call',
        toolCallId: 'a',
        argsText: '{ "for": "tea" }',
        args: { for: 'tea' },
        result: { hot: true },
      },
      {
        type: 'tool-call',
        toolCallId: 'b',
        args: { for: 'milk' },
        result: { error: 'The tool failed.' },
        isError: true,
      },
      { type: 'tool-call', toolCallId: 'c', args: { for: 'cups' }, result: 0 },
      { type: 'tool-call', toolCallId: 'd', result: { error: 'No.' }, isError: true },
      { type: 'text', text: 'It is\nhot. 👍' },
      { type: 'source', sourceType: 'url', id: 'p', title: 'Tea' },
      { type: 'source', sourceType: 'url', id: 's', url: 'https://a.example/', title: 'A' },
      { type: 'file', data: 'iVBORw0=', mimeType: 'image/png' },
    ])
    expect(message?.metadata).toMatchObject({
      unstable_annotations: [{ reasoningMs: 5 }],
      unstable_data: [{ type: 'data-note', data: { n: 1 } }],
      steps: [
        { state: 'finished', finishReason: 'tool-calls' },
        {
          state: 'finished',
          messageId: 'msg_1',
          finishReason: 'stop',
          usage: { promptTokens: 4, completionTokens: 6, inputTokens: 4, outputTokens: 6 },
        },
      ],
    })
  })

  test('of a call that the server runs, as of any other', async () => {
    const calls = (mark: { readonly providerExecuted?: true }): Chunk[] => [
      { type: 'start', messageId: 'm' },
      { type: 'start-step' },
      { ...begin('a'), ...mark },
      { ...call('a', { for: 'tea' }), ...mark },
      { type: 'tool-output-available', toolCallId: 'a', output: 1 },
      { ...call('b', { for: 'milk' }), ...mark },
      { type: 'finish-step' },
      { type: 'finish', messageMetadata: { finishReason: 'stop' } },
    ]

    const message = await read(dataStream(calls({ providerExecuted: true })))
    const other = await read(dataStream(calls({})))

    expect(message?.parts).toMatchObject([{ result: 1 }, { args: { for: 'milk' } }])
    // The start time of a call differs each time.
    const plain = (parts: readonly object[] = []) =>
      parts.map((part) => JSON.parse(JSON.stringify({ ...part, timing: 0 })) as unknown)
    expect(plain(message?.parts)).toEqual(plain(other?.parts))
  })

  test('of a call that waits for its result', async () => {
    const message = await read(
      dataStream([
        { type: 'start-step' },
        begin('a'),
        call('a', { for: 'tea' }),
        { type: 'finish-step' },
        { type: 'finish', messageMetadata: { finishReason: 'tool-calls' } },
      ]),
    )

    expect(message?.status).toMatchObject({ type: 'requires-action', reason: 'tool-calls' })
    expect(message?.parts).toMatchObject([{ toolCallId: 'a', args: { for: 'tea' } }])
  })

  test('of an answer that failed', async () => {
    const half = { type: 'text-delta', id: 't', delta: 'Half' } as const

    const message = await read(dataStream([half, { type: 'error', errorText: 'Busy.' }]))

    expect(message?.status).toMatchObject({ type: 'incomplete', reason: 'error' })
    expect(JSON.stringify(message?.status)).toContain('Busy.')
    expect(message?.parts).toMatchObject([{ type: 'text', text: 'Half' }])
  })

  test('of an answer that was stopped in the middle of a call', async () => {
    const message = await read(
      dataStream([{ type: 'start-step' }, begin('a'), grow('a', '{"for'), { type: 'abort' }]),
    )

    expect(message?.status).toMatchObject({ type: 'incomplete', reason: 'other' })
  })
})

test('hears of a line that a reader drops', async () => {
  await assistantStreams['assistant-stream 0.3.44']('abc\n')

  expect(complaints.splice(0)).toEqual(['Dropped invalid data-stream chunk: abc'])
})

test('ai 4.3.19 reads the data stream of a whole answer', async () => {
  const seen: Record<string, unknown[]> = {}
  const note = (name: string) => (value: unknown) => {
    ;(seen[name] ??= []).push(value)
  }

  await processDataStream({
    stream: stream(dataStream(answer)),
    onTextPart: note('text'),
    onReasoningPart: note('reasoning'),
    onSourcePart: note('source'),
    onFilePart: note('file'),
    onDataPart: note('data'),
    onErrorPart: note('error'),
    onToolCallStreamingStartPart: note('start'),
    onToolCallDeltaPart: note('delta'),
    onToolCallPart: note('call'),
    onToolResultPart: note('result'),
    onMessageAnnotationsPart: note('annotations'),
    onFinishMessagePart: note('finish'),
    onFinishStepPart: note('finishStep'),
    onStartStepPart: note('startStep'),
  })

  expect(seen).toMatchObject({
    text: ['It is\n', 'hot. 👍'],
    reasoning: ['Let me ', 'look.'],
    source: [
      { sourceType: 'url', id: 'p', title: 'Tea' },
      { sourceType: 'url', id: 's', url: 'https://a.example/', title: 'A' },
    ],
    file: [{ data: 'iVBORw0=', mimeType: 'image/png' }],
    data: [[], [{ type: 'data-note', data: { n: 1 } }]],
    start: [{ toolCallId: 'a' }, { toolCallId: 'b' }],
    call: [
      { toolCallId: 'a', toolName: 'look_up', args: { for: 'tea' } },
      { toolCallId: 'b', args: { for: 'milk' } },
      { toolCallId: 'c', args: { for: 'cups' } },
      { toolCallId: 'd', args: {} },
    ],
    result: [
      { toolCallId: 'a', result: { hot: true } },
      { toolCallId: 'b', result: { error: 'The tool failed.' } },
      { toolCallId: 'c', result: 0 },
      { toolCallId: 'd', result: { error: 'No.' } },
    ],
    annotations: [[{ reasoningMs: 5 }]],
    startStep: [{ messageId: 'msg_1' }, { messageId: 'msg_1' }],
    finishStep: [
      { finishReason: 'tool-calls', isContinued: false },
      { finishReason: 'stop', isContinued: false, usage: { promptTokens: 4, completionTokens: 6 } },
    ],
    finish: [{ finishReason: 'stop', usage: { promptTokens: 4, completionTokens: 6 } }],
  })
  expect(seen['error']).toBeUndefined()
})

test('ai 4.3.19 reads an error line', async () => {
  const errors: string[] = []
  await processDataStream({
    stream: stream(dataStream([{ type: 'error', errorText: 'Busy.' }])),
    onErrorPart: (text) => void errors.push(text),
  })

  expect(errors).toEqual(['Busy.'])
})

describe.each(Object.entries(chats))('the chat transport of %s reads our events', (_, read) => {
  test('of a whole answer', async () => {
    const { message, errors } = await read(answer)

    expect(errors).toEqual([])
    expect(message.id).toBe('msg_1')
    expect(message.metadata).toMatchObject({ reasoningMs: 5, finishReason: 'stop' })
    expect(message.parts).toMatchObject([
      { type: 'step-start' },
      { type: 'reasoning', text: 'Let me look.', state: 'done' },
      { type: 'tool-look_up', toolCallId: 'a', state: 'output-available', output: { hot: true } },
      { type: 'tool-look_up', toolCallId: 'b', state: 'output-error' },
      { type: 'tool-look_up', toolCallId: 'c', input: { for: 'cups' }, output: 0 },
      { type: 'tool-none', toolCallId: 'd', state: 'output-error', errorText: 'No.' },
      { type: 'step-start' },
      { type: 'text', text: 'It is\nhot. 👍', state: 'done' },
      { type: 'source-url', sourceId: 'p', providerMetadata: { alcove: { passage } } },
      { type: 'source-url', sourceId: 's' },
      { type: 'source-document', sourceId: 'd', title: 'D' },
      { type: 'file', mediaType: 'image/png' },
      { type: 'data-note', data: { n: 1 } },
    ])
  })

  test('of an answer that failed', async () => {
    const half: Chunk[] = [
      { type: 'text-start', id: 't' },
      { type: 'text-delta', id: 't', delta: 'Half' },
    ]

    const failed = await read([...half, { type: 'error', errorText: 'Busy.' }])
    const stopped = await read([...half, { type: 'abort' }])

    expect(failed.errors).toEqual(['Error: Busy.'])
    expect(stopped.errors).toEqual([])
    for (const { message } of [failed, stopped]) {
      expect(message.parts).toMatchObject([{ type: 'text', text: 'Half' }])
    }
  })
})
