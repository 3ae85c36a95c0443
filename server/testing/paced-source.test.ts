import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPacedSource } from '../../e2e/model-server/paced-source.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Reads a stream's pieces as they come. */
function readPieces(perSecond: number) {
  const source = createPacedSource()
  const stop = new AbortController()
  const pieces: string[] = []
  const read = async () => {
    for await (const piece of source.pieces('token ', perSecond, stop.signal)) pieces.push(piece)
  }
  return { pieces, reading: read(), stop: () => stop.abort(), close: () => source.close() }
}

test('gives a first piece at once and the others at their pace, until nobody wants more', async () => {
  const { pieces, reading, stop, close } = readPieces(50)
  await vi.advanceTimersByTimeAsync(5)
  expect(pieces).toEqual(['token '])

  // 20 ms for each piece, and a tick of 5.
  await vi.advanceTimersByTimeAsync(90)
  expect(pieces).toHaveLength(5)
  await vi.advanceTimersByTimeAsync(10)
  expect(pieces).toHaveLength(6)

  stop()
  await vi.advanceTimersByTimeAsync(40)
  await reading
  expect(pieces.length).toBeLessThanOrEqual(7)
  close()
  expect(vi.getTimerCount()).toBe(0)
})

test('many streams at once each have their own pace', async () => {
  const [slow, fast] = [readPieces(10), readPieces(100)]

  await vi.advanceTimersByTimeAsync(305)

  expect(slow.pieces).toHaveLength(4)
  expect(fast.pieces).toHaveLength(31)
  slow.close()
  fast.close()
})
