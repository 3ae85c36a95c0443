import { expect, test, vi } from 'vitest'
import { whenOver } from './when-over.ts'

const bytes = (text: string) => new Blob([text]).stream()
const readAll = (stream: ReadableStream<Uint8Array>) =>
  new Response(stream as ReadableStream<Uint8Array<ArrayBuffer>>).text()

test('says when a stream has ended', async () => {
  const done = vi.fn<() => void>()
  const stream = whenOver(bytes('words'), done)
  expect(done).not.toHaveBeenCalled()

  expect(await readAll(stream)).toBe('words')
  expect(done).toHaveBeenCalledTimes(1)
})

test('says when its reader has left, and lets the source go', async () => {
  const done = vi.fn<() => void>()
  const cancel = vi.fn<() => void>()
  const stream = whenOver(new ReadableStream({ cancel }), done)

  await stream.cancel()

  expect(done).toHaveBeenCalledTimes(1)
  expect(cancel).toHaveBeenCalledTimes(1)
})

test('says when it broke off', async () => {
  const done = vi.fn<() => void>()
  const broken = new ReadableStream<Uint8Array>({
    pull: () => Promise.reject(new Error('cut')),
  })

  await expect(readAll(whenOver(broken, done))).rejects.toThrow('cut')
  expect(done).toHaveBeenCalledTimes(1)
})
