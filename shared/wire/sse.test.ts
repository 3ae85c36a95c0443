import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import type { Chunk } from './chunk.ts'
import {
  createEventDecoder,
  encodeChunk,
  ENCODED_END,
  HEARTBEAT,
  createDropWarning,
  DROPPED_NAME_MAX_CHARACTERS,
  DROPPED_TYPES_MAX,
} from './sse.ts'
import type { StreamEvent } from './sse.ts'

async function decode(pieces: readonly Uint8Array<ArrayBuffer>[]): Promise<StreamEvent[]> {
  const decoder = createEventDecoder()
  const events: StreamEvent[] = []
  const reading = decoder.readable.pipeTo(
    new WritableStream({
      write(event) {
        events.push(event)
      },
    }),
  )
  const writer = decoder.writable.getWriter()
  for (const piece of pieces) await writer.write(piece)
  await writer.close()
  await reading
  return events
}

const bytes = (text: string) => new TextEncoder().encode(text)

test('decodes any encoded text, cut at any byte', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 8 }),
      fc.array(fc.nat(400), { maxLength: 6 }),
      async (texts, cuts) => {
        const chunks = texts.map((delta): Chunk => ({ type: 'text-delta', id: '0', delta }))
        const all = bytes(chunks.map(encodeChunk).join(HEARTBEAT) + ENCODED_END)
        const ends = [...cuts.map((cut) => cut % (all.length + 1)), all.length].toSorted(
          (a, b) => a - b,
        )
        const pieces = ends.map((end, index) => all.slice(index === 0 ? 0 : ends[index - 1], end))

        expect(await decode(pieces)).toEqual([
          ...chunks.map((chunk) => ({ type: 'chunk', chunk })),
          { type: 'end' },
        ])
      },
    ),
    { numRuns: 200 },
  )
})

test('lets no text forge an event', async () => {
  const delta = '\n\ndata: {"type":"abort"}\n\n\r\ndata: [DONE]\u2028'

  const events = await decode([bytes(encodeChunk({ type: 'text-delta', id: '0', delta }))])

  expect(events).toEqual([{ type: 'chunk', chunk: { type: 'text-delta', id: '0', delta } }])
})

test('drops unknown, malformed and half chunks and keeps the rest', async () => {
  const events = await decode([
    bytes('data: {"type":"hologram"}\n\ndata: {bad\n\ndata: 7\n\ndata: {"type":"text-delta"}\n\n'),
    bytes(
      'data: {"type":"toString"}\n\ndata: {"type":"abort","reason":"new field"}\n\ndata: {"type',
    ),
  ])

  expect(events).toEqual([{ type: 'chunk', chunk: { type: 'abort' } }])
})

test('gives the position of an event that carries one', async () => {
  const events = await decode([bytes('id: 5\ndata: {"type":"abort"}\n\n')])

  expect(events).toEqual([{ type: 'chunk', chunk: { type: 'abort' }, position: '5' }])
})

test('tells once of each type that it drops (8.14)', async () => {
  const warn = vi.fn()
  const chunks = [
    { type: 'custom', kind: 'a.b' },
    { type: 'reasoning-file', url: 'https://a.example/', mediaType: 'image/png' },
    { type: 'custom', kind: 'c.d' },
    { type: 'text-start', id: '0' },
    { type: 'reset-step' },
  ]
  const body = chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('')
  const events = await Array.fromAsync(
    new Blob([body]).stream().pipeThrough(createEventDecoder(warn)),
  )

  expect(events.map((event) => event.type === 'chunk' && event.chunk.type)).toEqual([
    'text-start',
    'reset-step',
  ])
  expect(warn.mock.calls.flat()).toEqual([
    'Unsupported part or chunk type: custom',
    'Unsupported part or chunk type: reasoning-file',
  ])
})

test('tells of 50 types and of no more', () => {
  const warn = vi.fn()
  const onDrop = createDropWarning(warn)
  for (let index = 0; index < DROPPED_TYPES_MAX; index += 1) onDrop(`type-${index}`)
  expect(warn).toHaveBeenCalledTimes(DROPPED_TYPES_MAX)

  onDrop('one more')
  expect(warn).toHaveBeenCalledTimes(DROPPED_TYPES_MAX)
})

test('writes a type’s first 100 characters, and nothing of what is no name', () => {
  const warn = vi.fn<(text: string) => void>()
  const onDrop = createDropWarning(warn)
  for (const length of [DROPPED_NAME_MAX_CHARACTERS, DROPPED_NAME_MAX_CHARACTERS + 1]) {
    onDrop('x'.repeat(length))
  }
  onDrop({ a: 1 })

  const named = `Unsupported part or chunk type: ${'x'.repeat(DROPPED_NAME_MAX_CHARACTERS)}`
  expect(warn.mock.calls.flat()).toEqual([named, 'Unsupported part or chunk type: none'])
})
