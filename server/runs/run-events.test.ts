import { expect, test } from 'vitest'
import { MEMORY_BEGINS, waitChunk } from '../../shared/wire/chunk.ts'
import type { Chunk } from '../../shared/wire/chunk.ts'
import { ENCODED_END, encodeChunk, HEARTBEAT } from '../../shared/wire/sse.ts'
import { withoutOwnChunks } from './run-events.ts'

const PUBLISHED: readonly Chunk[] = [
  { type: 'start', messageId: 'm' },
  {
    type: 'text-delta',
    id: 't',
    delta: 'Say "tool-approval-request" – or é\n\n"tool-output-denied"',
  },
  { type: 'tool-output-available', toolCallId: 'c', output: { type: 'tool-output-denied' } },
  { type: 'data-note', data: 'tool-approval-response' },
  { type: 'message-metadata', messageMetadata: { note: { memoryBegins: 'm' } } },
]
const OWN: readonly Chunk[] = [
  { type: 'tool-approval-request', approvalId: 'x', toolCallId: 'c' },
  { type: 'tool-approval-response', approvalId: 'x', approved: true },
  { type: 'tool-output-denied', toolCallId: 'c' },
  waitChunk(5_000),
  { type: 'message-metadata', messageMetadata: { [MEMORY_BEGINS]: 'm' } },
]

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
  const reader = withoutOwnChunks({ stream })
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

test('what ends in the middle stays as it is', async () => {
  expect(await read('data: {"type":"text', 3)).toBe('data: {"type":"text')
})
