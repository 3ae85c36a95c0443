import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readStream, STREAM_REST_MS } from './read-stream.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function createSource() {
  const cancelled = vi.fn()
  let controller!: ReadableStreamDefaultController<number>
  const stream = new ReadableStream<number>({
    start: (given) => void (controller = given),
    cancel: cancelled,
  })
  return { stream, controller, cancelled }
}

const live = () => new AbortController().signal

test('lets a stream that said all end by itself', async () => {
  const { stream, controller, cancelled } = createSource()
  controller.enqueue(1)
  expect(await readStream(stream, live(), () => 'enough')).toBe('enough')

  controller.enqueue(2)
  controller.close()
  await vi.advanceTimersByTimeAsync(STREAM_REST_MS)

  expect(cancelled).not.toHaveBeenCalled()
})

test('closes a stream that said all and does not end in time', async () => {
  const { stream, controller, cancelled } = createSource()
  controller.enqueue(1)
  await readStream(stream, live(), () => 'enough')
  await vi.advanceTimersByTimeAsync(STREAM_REST_MS - 1)
  expect(cancelled).not.toHaveBeenCalled()

  await vi.advanceTimersByTimeAsync(1)

  expect(cancelled).toHaveBeenCalledOnce()
})

test('closes at once a stream whose reader gives up', async () => {
  const { stream, cancelled } = createSource()
  const giveUp = new AbortController()
  const reading = readStream(stream, giveUp.signal, () => 'more')

  giveUp.abort(new Error('gone'))

  await expect(reading).rejects.toThrow('gone')
  expect(cancelled).toHaveBeenCalledOnce()
})
