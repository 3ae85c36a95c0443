// @vitest-environment node
import { expect, test, vi } from 'vitest'
import { encodeChunk, encodeChunkAt, ENCODED_END } from '../../shared/wire/sse.ts'
import type { StreamPlace } from '../api/chat-calls.ts'
import type { ByteStream } from '../api/open-stream.ts'
import { joinPieces } from './held-back.ts'

const START = encodeChunk({ type: 'start', messageId: 'msg_2' })
const FROM_THE_START = { answerId: null, position: 0 }
const word = (position: number): string =>
  encodeChunkAt({ type: 'text-delta', id: '0', delta: `${position} ` }, position)
const pieceOf = (...texts: string[]): ByteStream => new Blob(texts).stream()

function createNext(...pieces: readonly (ByteStream | null)[]) {
  const left = [...pieces]
  return vi.fn<(place: StreamPlace) => Promise<ByteStream | null>>(() =>
    Promise.resolve(left.shift() ?? null),
  )
}

const textOf = (bytes: ByteStream) => new Response(bytes).text()

test('pieces are asked for behind what came, by the answer’s name, up to the last word', async () => {
  const next = createNext(pieceOf(START, word(3)), pieceOf(START, ENCODED_END), pieceOf(word(9)))

  const text = await textOf(joinPieces(pieceOf(START, word(1), word(2)), FROM_THE_START, next))

  expect(text).toBe(START + word(1) + word(2) + START + word(3) + START + ENCODED_END)
  expect(next.mock.calls).toEqual([
    [{ answerId: 'msg_2', position: 2 }],
    [{ answerId: 'msg_2', position: 3 }],
  ])
})

test('an event that a piece broke off comes whole with the next one', async () => {
  const next = createNext(pieceOf(START, word(2)), null)

  const text = await textOf(
    joinPieces(pieceOf(START, word(1), word(2).slice(0, -3)), FROM_THE_START, next),
  )

  expect(text).toBe(START + word(1) + START + word(2))
  expect(next.mock.calls[0]).toEqual([{ answerId: 'msg_2', position: 1 }])
})

test('an empty piece leaves the place where it was', async () => {
  const place = { answerId: 'msg_7', position: 7 }
  const next = createNext(null)

  expect(await textOf(joinPieces(pieceOf(), place, next))).toBe('')
  expect(next.mock.calls).toEqual([[place]])
})

test('a piece that cannot be had breaks the stream', async () => {
  const next = () => Promise.reject(new Error('away'))

  await expect(textOf(joinPieces(pieceOf(START), FROM_THE_START, next))).rejects.toThrow('away')
})

test('nothing more is asked for when the reader left', async () => {
  const next = createNext(pieceOf(START))
  const cancelled = vi.fn<(reason: unknown) => void>()
  const held: ByteStream = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode(START + word(1))),
    cancel: cancelled,
  })
  const reader = joinPieces(held, FROM_THE_START, next).getReader()
  await reader.read()

  await reader.cancel('gone')

  expect(cancelled).toHaveBeenCalledWith('gone')
  expect(next).not.toHaveBeenCalled()
})
