import { describe, expect, test } from 'vitest'
import { MEMORY_BEGINS } from '../../shared/wire/chunk.ts'
import { waitChunk } from '../../shared/wire/wait-chunk.ts'
import type { Chunk } from '../../shared/wire/chunk.ts'
import { ENCODED_END, encodeChunk, HEARTBEAT } from '../../shared/wire/sse.ts'
import { chats } from '../../shared/wire/published-readers.test-support.ts'
import { forPublishedReaders } from './run-events.ts'

const PUBLISHED: readonly Chunk[] = [
  { type: 'start', messageId: 'm' },
  {
    type: 'text-delta',
    id: 't',
    delta: 'Say "tool-approval-request" – or é\n\n"tool-output-denied"',
  },
  { type: 'tool-output-available', toolCallId: 'c', output: { type: 'tool-output-denied' } },
  { type: 'data-note', data: 'tool-approval-response' },
  JSON.parse('{"id":"t","type":"text-end"}') as Chunk,
  { type: 'message-metadata', messageMetadata: { note: { memoryBegins: 'm' } } },
]
const OWN: readonly Chunk[] = [
  { type: 'tool-approval-request', approvalId: 'x', toolCallId: 'c' },
  { type: 'tool-approval-response', approvalId: 'x', approved: true },
  { type: 'tool-output-denied', toolCallId: 'c' },
  waitChunk(5_000),
  JSON.parse('{"id":"t","type":"tool-output-denied"}') as Chunk,
  { type: 'message-metadata', messageMetadata: { [MEMORY_BEGINS]: 'm' } },
]

/** A chunk that our own schemas do not have. */
const newer = (chunk: object) => chunk as Chunk

async function read(text: string, pieceBytes: number): Promise<string> {
  const bytes = new TextEncoder().encode(text)
  const stream = () =>
    new ReadableStream<Uint8Array<ArrayBuffer>>({
      start(controller) {
        for (let from = 0; from < bytes.length; from += pieceBytes) {
          controller.enqueue(bytes.slice(from, from + pieceBytes))
        }
        controller.close()
      },
    })
  const reader = forPublishedReaders({ stream })
  return new Response(reader.stream(new AbortController().signal) as BodyInit).text()
}

const write = (chunks: readonly Chunk[]) =>
  HEARTBEAT + chunks.map(encodeChunk).join('') + HEARTBEAT + ENCODED_END

test.each([1, 2, 7, 100_000])(
  'drops ours and nothing else, in pieces of %i bytes',
  async (size) => {
    const mixed = PUBLISHED.flatMap((chunk, index) => [chunk, OWN[index % OWN.length]!])

    expect(await read(write(mixed), size)).toBe(write(PUBLISHED))
    expect(await read(write(PUBLISHED), size)).toBe(write(PUBLISHED))
  },
)

/** A chunk of each kind that version 5 knows. */
const KNOWN: readonly Chunk[] = [
  { type: 'start', messageId: 'm' },
  { type: 'start-step' },
  { type: 'reasoning-start', id: 'r' },
  { type: 'reasoning-delta', id: 'r', delta: 'Hm.' },
  { type: 'reasoning-end', id: 'r' },
  { type: 'text-start', id: 't' },
  { type: 'text-delta', id: 't', delta: 'One' },
  { type: 'text-end', id: 't' },
  { type: 'tool-input-start', toolCallId: 'c', toolName: 'pick' },
  { type: 'tool-input-delta', toolCallId: 'c', inputTextDelta: '{}' },
  { type: 'tool-input-available', toolCallId: 'c', toolName: 'pick', input: {} },
  { type: 'tool-output-available', toolCallId: 'c', output: 1 },
  { type: 'tool-input-available', toolCallId: 'd', toolName: 'pick', input: {} },
  { type: 'tool-output-error', toolCallId: 'd', errorText: 'No.' },
  { type: 'tool-input-error', toolCallId: 'e', toolName: 'pick', input: {}, errorText: 'No.' },
  { type: 'source-url', sourceId: 's', url: 'https://a.test' },
  newer({ type: 'source-document', sourceId: 'p', mediaType: 'application/pdf', title: 'A' }),
  { type: 'file', url: 'data:text/plain,a', mediaType: 'text/plain' },
  { type: 'data-note', data: 1 },
  { type: 'message-metadata', messageMetadata: { a: 1 } },
  { type: 'finish-step' },
  { type: 'finish' },
  { type: 'abort' },
  { type: 'error', errorText: 'Too much.' },
]

test.each(KNOWN.map((chunk) => [chunk.type, chunk] as const))(
  '%s goes to all',
  async (_, chunk) => {
    expect(await read(write([chunk]), 7)).toBe(write([chunk]))
  },
)

/** Kinds of later versions, ours, and one that nobody knows yet. */
const NEWER: readonly Chunk[] = [
  { type: 'tool-approval-request', approvalId: 'x', toolCallId: 'c' },
  { type: 'tool-approval-response', approvalId: 'x', approved: true },
  { type: 'tool-output-denied', toolCallId: 'c' },
  { type: 'reset-step' },
  newer({ type: 'reasoning-file', url: 'data:text/plain,a', mediaType: 'text/plain' }),
  newer({ type: 'custom', kind: 'a.b' }),
  newer({ type: 'steering-message', id: 'm', parts: [] }),
  newer({ type: 'brand-new' }),
  waitChunk(5_000),
]

describe.each(Object.entries(chats))('%s', (_, readChat) => {
  const around = (chunk: Chunk): Chunk[] => [
    { type: 'start', messageId: 'm' },
    { type: 'text-start', id: 't' },
    { type: 'text-delta', id: 't', delta: 'One ' },
    chunk,
    { type: 'text-delta', id: 't', delta: 'two.' },
    { type: 'text-end', id: 't' },
    { type: 'finish' },
  ]
  const whole = { message: { parts: [{ type: 'text', text: 'One two.' }] }, errors: [] }

  test.each(NEWER.map((chunk) => [chunk.type, chunk] as const))(
    'reads past %s, which it does not get',
    async (_, chunk) => {
      const filtered = await read(write(around(chunk)), 7)

      expect(await readChat(filtered)).toMatchObject(whole)
    },
  )

  test('stops at a kind that it does not know, and reads all that it knows', async () => {
    const stopped = await readChat(write(around(newer({ type: 'brand-new' }))))
    expect(stopped.errors).toHaveLength(1)
    expect(JSON.stringify(stopped.message)).not.toContain('two.')

    const known = KNOWN.filter(({ type }) => type !== 'error')
    expect((await readChat(await read(write(known), 7))).errors).toEqual([])
  })
})

test('what ends in the middle stays as it is', async () => {
  expect(await read('data: {"type":"text', 3)).toBe('data: {"type":"text')
})
