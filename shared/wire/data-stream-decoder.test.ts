import { expect, test, vi } from 'vitest'
import type { Chunk } from './chunk.ts'
import { createDataStreamDecoder } from './data-stream-decoder.ts'
import { MAX_EVENT_CHARACTERS } from './sse.ts'
import type { StreamEvent } from './sse.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const readBytes = (pieces: readonly Uint8Array<ArrayBuffer>[]): Promise<StreamEvent[]> =>
  Array.fromAsync(
    new ReadableStream<Uint8Array<ArrayBuffer>>({
      start(controller) {
        for (const piece of pieces) controller.enqueue(piece)
        controller.close()
      },
    }).pipeThrough(createDataStreamDecoder()),
  )
const read = (...pieces: readonly string[]) => readBytes(pieces.map(bytes))
const chunksOf = async (...pieces: readonly string[]): Promise<Chunk[]> =>
  (await read(...pieces)).flatMap((event) => (event.type === 'chunk' ? [event.chunk] : []))
const typesOf = async (text: string) => (await chunksOf(text)).map(({ type }) => type)

const FINISHED: Chunk = {
  type: 'finish',
  messageMetadata: { finishReason: 'unknown', usage: {} },
}

test('reads text at every split point', async () => {
  const text = '0:"Grüße 👍"\n0:" two"\r\nd:{"finishReason":"stop"}\n'
  const whole = await read(text)
  expect(whole.at(-1)).toEqual({ type: 'end' })

  const all = bytes(text)
  for (let at = 0; at <= all.length; at += 1) {
    expect(await readBytes([all.slice(0, at), all.slice(at)])).toEqual(whole)
  }
})

test.each([
  ['an unknown code', 'zz:{}'],
  ['a blank line', ''],
  ['no colon', 'abc'],
  ['bad JSON', '0:"open'],
  ['a text that is none', '0:7'],
  ['a call without an id', 'b:{"toolName":"x"}'],
  ['arguments of an unknown call', 'c:{"toolCallId":"u","argsTextDelta":"{}"}'],
  ['a result of an unknown call', 'a:{"toolCallId":"u","result":1}'],
  ['a signature', 'j:{"signature":"s"}'],
  ['redacted reasoning', 'i:{"data":"x"}'],
  ['annotations that are none', '8:{"a":1}'],
  ['state of a runtime', 'aui-state:[]'],
])('drops %s and keeps the rest', async (_, line) => {
  expect(await chunksOf(`0:"a"\n${line}\n0:"b"\n`)).toEqual([
    { type: 'text-start', id: 'text-1' },
    { type: 'text-delta', id: 'text-1', delta: 'a' },
    { type: 'text-delta', id: 'text-1', delta: 'b' },
    { type: 'text-end', id: 'text-1' },
    FINISHED,
  ])
})

test('takes the longest line and drops one character more', async () => {
  const line = (length: number) => `0:"${'x'.repeat(length - 4)}"\n`

  expect(await typesOf(line(MAX_EVENT_CHARACTERS))).toContain('text-delta')
  expect(await chunksOf(line(MAX_EVENT_CHARACTERS + 1), '0:"on"\n')).toEqual([
    { type: 'text-start', id: 'text-1' },
    { type: 'text-delta', id: 'text-1', delta: 'on' },
    { type: 'text-end', id: 'text-1' },
    FINISHED,
  ])
})

test('tells a body that was cut inside a line from one that ended', async () => {
  expect((await read('0:"a"\n0:"b')).at(-1)).not.toEqual({ type: 'end' })
  expect((await read('0:"a"\n')).at(-1)).toEqual({ type: 'end' })
})

test('closes the arguments of a call that nobody closed, at the end of its step', async () => {
  const call = 'b:{"toolCallId":"t","toolName":"look"}\nc:{"toolCallId":"t","argsTextDelta":"{}"}\n'
  const closed = { type: 'tool-input-available', toolCallId: 't', toolName: 'look', input: {} }

  for (const end of ['e:{"finishReason":"stop"}\n', 'd:{"finishReason":"stop"}\n', '']) {
    expect(await chunksOf(call + end)).toContainEqual(closed)
  }
  expect(await chunksOf(`${call}a:{"toolCallId":"t","result":0}\n`)).toEqual(
    expect.arrayContaining([closed, { type: 'tool-output-available', toolCallId: 't', output: 0 }]),
  )
})

test('leaves a call open whose arguments are no JSON', async () => {
  const call =
    'b:{"toolCallId":"t","toolName":"look"}\nc:{"toolCallId":"t","argsTextDelta":"{\\"a"}\n'

  expect(await typesOf(call)).toEqual(['tool-input-start', 'tool-input-delta', 'finish'])
})

test('takes the second start of a call for nothing', async () => {
  const start = 'b:{"toolCallId":"t","toolName":"look"}\n'
  const call = '9:{"toolCallId":"t","toolName":"look","args":{"a":1}}\n'

  expect(await typesOf(start + start + call)).toEqual([
    'tool-input-start',
    'tool-input-available',
    'finish',
  ])
})

test('passes on every value of a call, since one may contradict another', async () => {
  const call = (args: string) => `9:{"toolCallId":"t","toolName":"look"${args}}\n`
  const grow = 'c:{"toolCallId":"t","argsTextDelta":"{\\"a\\":1}","isFinal":true}\n'
  const start = 'b:{"toolCallId":"t","toolName":"look"}\n'
  const inputs = async (lines: string) =>
    (await chunksOf(lines)).flatMap((chunk) =>
      chunk.type === 'tool-input-available' ? [chunk.input] : [],
    )

  expect(await inputs(start + grow + call(',"args":{"a":2}'))).toEqual([{ a: 1 }, { a: 2 }])
  // A line without a value repeats the text.
  expect(await inputs(start + grow + call(''))).toEqual([{ a: 1 }])
  expect(await inputs(start + grow.replace(',"isFinal":true', '') + call(''))).toEqual([{ a: 1 }])
  expect(await inputs(call(''))).toEqual([{}])
})

test('keeps the first end', async () => {
  expect(await typesOf('3:"Busy."\nd:{"finishReason":"stop"}\n')).toEqual(['error'])
})

test('reads usage under both names', async () => {
  const finish = (names: string) => chunksOf(`d:{"finishReason":"stop","usage":{${names}}}\n`)
  const usage = { inputTokens: 1, outputTokens: 2 }

  for (const names of [
    '"promptTokens":1,"completionTokens":2',
    '"inputTokens":1,"outputTokens":2',
  ]) {
    expect(await finish(names)).toEqual([
      { type: 'finish', messageMetadata: { finishReason: 'stop', usage } },
    ])
  }
})

test('reads how each step ended (3.37, 3.38)', async () => {
  const end = (more: string) => `f:{}\ne:{"finishReason":"stop"${more}}\n`
  const usage = (counts: string) => end(`,"usage":{${counts}}`)
  const chunks = await chunksOf(
    usage('"promptTokens":3,"completionTokens":0'),
    // Servers without counts write zeros, or values that are not numbers.
    usage('"promptTokens":0,"completionTokens":0'),
    usage('"promptTokens":null,"completionTokens":null'),
    end(',"isContinued":true'),
    'f:{}\ne:{"finishReason":"tired","isContinued":"yes"}\n',
    'f:{}\ne:{}\n',
  )

  expect(chunks.filter(({ type }) => type === 'finish-step')).toEqual([
    {
      type: 'finish-step',
      finishReason: 'stop',
      usage: { inputTokens: 3, outputTokens: 0 },
    },
    { type: 'finish-step', finishReason: 'stop' },
    { type: 'finish-step', finishReason: 'stop' },
    { type: 'finish-step', finishReason: 'stop', isContinued: true },
    { type: 'finish-step', finishReason: 'unknown' },
    { type: 'finish-step' },
  ])
})

test('reads the artifact of a result, and of a failure (3.33)', async () => {
  const call = '9:{"toolCallId":"t","toolName":"look","args":{}}\n'
  const answer = (more: string) => `a:{"toolCallId":"t","result":"No."${more}}\n`
  const outcome = async (more: string) => (await chunksOf(call, answer(more)))[1]

  const artifact = { rows: [1] }
  expect(await outcome(',"artifact":{"rows":[1]}')).toMatchObject({ output: 'No.', artifact })
  expect(await outcome(',"isError":true,"artifact":{"rows":[1]}')).toMatchObject({
    errorText: 'No.',
    artifact,
  })
  expect(await outcome('')).not.toHaveProperty('artifact')
})

test('reads what others put into data lines and annotations', async () => {
  expect(await chunksOf('2:[1,{"a":2}]\n8:[{"note":3},4]\n')).toEqual([
    { type: 'data-data', data: 1 },
    { type: 'data-data', data: { a: 2 } },
    { type: 'message-metadata', messageMetadata: { note: 3 } },
    FINISHED,
  ])
})

test('reads a data part that a newer client’s server sends', async () => {
  expect(await chunksOf('aui-data:{"name":"note","data":{"x":1}}\naui-data:{"data":1}\n')).toEqual([
    { type: 'data-note', data: { x: 1 } },
    FINISHED,
  ])
})

test('keeps a text open while a call before it goes on', async () => {
  const lines = [
    'b:{"toolCallId":"t","toolName":"look"}',
    '0:"a"',
    'c:{"toolCallId":"t","argsTextDelta":"{}"}',
    'a:{"toolCallId":"t","result":1}',
    '0:"b"',
  ]

  expect((await typesOf(`${lines.join('\n')}\n`)).filter((type) => type === 'text-start')).toEqual([
    'text-start',
  ])
})

test('tells once of each code that nobody knows, and of none that means nothing here (8.14)', async () => {
  const warn = vi.fn()
  const body = 'zz:{}\ni:{"data":"x"}\nzz:{}\nyy:{"a":1}\nj:{"signature":"s"}\nabc\n0:"a"\n'
  const stream = new Blob([body]).stream().pipeThrough(createDataStreamDecoder(warn))
  await Array.fromAsync(stream)

  expect(warn.mock.calls.flat()).toEqual([
    'Unsupported part or chunk type: zz',
    'Unsupported part or chunk type: yy',
    'Unsupported part or chunk type: abc',
  ])
})

test('pollutes no prototype', async () => {
  await chunksOf(
    '8:[{"__proto__":{"polluted":true}}]\n9:{"toolCallId":"t","toolName":"x","args":{"__proto__":{"polluted":true}}}\n',
  )

  expect('polluted' in {}).toBe(false)
})

test('reads of a call that the server runs it', async () => {
  const call = (toolCallId: string, rest = '') =>
    `"toolCallId":"${toolCallId}","toolName":"stock"${rest}`
  const own = ',"providerExecuted":true'
  const lines = [
    `b:{${call('a', own)}}`,
    `9:{${call('a', own)},"args":{}}`,
    `9:{${call('b', own)},"args":{}}`,
    `9:{${call('c', ',"providerExecuted":"yes"')},"args":{}}`,
  ]

  const chunks = await chunksOf(...lines.map((line) => `${line}\n`))

  expect(chunks.map((chunk) => ('providerExecuted' in chunk ? 'server' : chunk.type))).toEqual([
    'server',
    'server',
    'server',
    'tool-input-available',
    'finish',
  ])
})

test('warns once of each line that is none', async () => {
  const warn = vi.fn<(text: string) => void>()
  const lines = ['abc', 'abc', '0:"open', '0:"open too', '', '0:"a"', 'x'.repeat(101)]

  const stream = new Blob([lines.join('\n') + '\n']).stream()
  await Array.fromAsync(stream.pipeThrough(createDataStreamDecoder(warn)))

  expect(warn.mock.calls.flat()).toEqual([
    'Unsupported part or chunk type: abc',
    'Unsupported part or chunk type: 0',
    `Unsupported part or chunk type: ${'x'.repeat(100)}`,
  ])
})
