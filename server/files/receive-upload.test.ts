import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { receiveUpload, UPLOAD_BYTES_PER_SECOND_MIN } from './receive-upload.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alcove-upload-'))
})
afterEach(() => rm(folder, { recursive: true }))

const bodyOf = (...pieces: string[]) => new Blob(pieces).stream()
const pathOf = (name: string) => join(folder, name)

test('writes what comes, for this user only, up to the last byte that fits', async () => {
  expect(await receiveUpload(pathOf('a'), bodyOf('0123', '456789'), 10)).toBe(10)

  expect(await readFile(pathOf('a'), 'utf8')).toBe('0123456789')
  expect((await stat(pathOf('a'))).mode & 0o777).toBe(0o600)
  await expect(receiveUpload(pathOf('b'), bodyOf('0123', '4567890'), 10)).rejects.toMatchObject({
    code: 'too_large',
  })
  expect(await readdir(folder)).toEqual(['a'])
})

test('writes nothing over what is there', async () => {
  await receiveUpload(pathOf('a'), bodyOf('first'), 10)

  await expect(receiveUpload(pathOf('a'), bodyOf('second'), 10)).rejects.toMatchObject({
    code: 'conflict',
  })

  expect(await readFile(pathOf('a'), 'utf8')).toBe('first')
  expect(await readdir(folder)).toEqual(['a'])
})

test('leaves nothing of a body that stalls or breaks', async () => {
  const stalled = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new Uint8Array(3)),
  })
  const broken = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.error(new Error('reset')),
  })

  await expect(receiveUpload(pathOf('a'), stalled, 10, { gapMs: 50 })).rejects.toMatchObject({
    code: 'call_timeout',
  })
  await expect(receiveUpload(pathOf('b'), broken, 10)).rejects.toMatchObject({
    code: 'invalid_request',
  })

  expect(await readdir(folder)).toEqual([])
})

/** A sender with so many bytes a second, in pieces: where a busy machine delays one, it is larger. */
function drip(bytesPerSecond: number, pieces: number, everyMs: number) {
  let left = pieces
  let before = performance.now()
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      await delay(everyMs)
      const now = performance.now()
      controller.enqueue(new Uint8Array(Math.ceil(((now - before) * bytesPerSecond) / 1_000)))
      before = now
      if (--left === 0) controller.close()
    },
  })
}

test('ends a body that drips in, however short its gaps, and takes one that is as fast as it must', async () => {
  const [pieces, everyMs, gapMs] = [40, 20, 400]
  const enough = 2 * UPLOAD_BYTES_PER_SECOND_MIN
  const max = 1_048_576
  const started = performance.now()

  await expect(
    receiveUpload(pathOf('a'), drip(1, pieces, everyMs), max, { gapMs }),
  ).rejects.toMatchObject({ code: 'call_timeout' })
  expect(performance.now() - started).toBeGreaterThanOrEqual(gapMs - 1)
  expect(await readdir(folder)).toEqual([])

  const bytes = await receiveUpload(pathOf('b'), drip(enough, pieces, everyMs), max, { gapMs })
  expect(bytes).toBeGreaterThan((enough * gapMs) / 1_000)
})

test('takes an empty body', async () => {
  expect(await receiveUpload(pathOf('a'), null, 10)).toBe(0)
  expect(await readFile(pathOf('a'))).toHaveLength(0)
})
