// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { AlcoveError } from '../../../shared/errors.ts'
import { FILE_LIMITS } from '../../../shared/thread/file-limits.ts'
import { createManualClock } from '../../api/manual-clock.test-support.ts'
import type { KeptUpload } from '../../device/kept-files.ts'
import { createCloudAdapter } from './attachment-adapter.ts'
import { createAttachmentTray } from './create-attachment-tray.ts'
import { attachmentOf, createFakeFileCalls } from './fake-adapter.test-support.ts'
import type { TrayAttachment } from './tray-attachment.ts'

const HOUR_MS = 3_600_000
const LOST = { type: 'incomplete', reason: 'lost' }
const READY = { type: 'requires-action', reason: 'composer-send' }
const fileOf = (name: string) => new File(['abc'], name, { type: 'application/zip' })

function createWorld() {
  const calls = createFakeFileCalls()
  const clock = createManualClock()
  let items: readonly TrayAttachment[] = []
  const tray = createAttachmentTray({
    adapter: createCloudAdapter(calls),
    clock,
    onChange: (next) => void (items = next),
  })
  const endsAt = clock.now() + HOUR_MS
  return {
    tray,
    calls,
    clock,
    endsAt,
    items: () => items,
    statuses: () => items.map(({ status }) => status),
    /** An upload that the server keeps for an hour. */
    stored: (name: string, copy?: File): KeptUpload => ({
      ...attachmentOf(name),
      endsAt,
      ...(copy ? { copy } : {}),
    }),
    async uploadAs(index: number, url: string) {
      await calls.uploads[index]?.finish(url, {
        url: `https://files.example/${url}`,
        endsAt: clock.now() + HOUR_MS,
      })
    },
  }
}

test('an upload that ended is made again when its message is sent, and not a moment before', async () => {
  const { tray, calls, clock, statuses, uploadAs } = createWorld()
  tray.add({ files: [fileOf('a.zip')] })
  await uploadAs(0, 'first')

  await clock.advance(HOUR_MS - 1)
  expect(await tray.ready()).toMatchObject([{ id: 'first' }])
  expect(calls.uploads).toHaveLength(1)

  await clock.advance(1)
  expect(statuses()).toEqual([{ type: 'complete' }])
  const sent = tray.ready()
  expect(statuses()).toEqual([{ type: 'running', reason: 'uploading', progress: 0 }])
  calls.uploads[1]?.progress(0.5)
  expect(statuses()).toMatchObject([{ progress: 0.5 }])
  expect(calls.uploads[1]?.file).toBe(calls.uploads[0]?.file)
  await uploadAs(1, 'second')

  expect(await sent).toMatchObject([{ id: 'second', url: 'https://files.example/second' }])
  expect(calls.uploads).toHaveLength(2)
})

test('a second upload that is refused says why and is not repeated by itself', async () => {
  const { tray, calls, clock, statuses, uploadAs } = createWorld()
  tray.add({ files: [fileOf('a.zip')] })
  await uploadAs(0, 'first')
  await clock.advance(HOUR_MS)

  const outcome = tray.ready().catch((error: unknown) => error)
  await calls.uploads[1]?.refuse(new AlcoveError('quota_exceeded', 'No room.'))

  expect(await outcome).toMatchObject({ code: 'send_failed', data: { name: 'a.zip' } })
  expect(statuses()).toEqual([{ type: 'incomplete', reason: 'error', message: 'No room.' }])
  await expect(tray.ready()).rejects.toMatchObject({ code: 'send_failed' })
  expect(calls.uploads).toHaveLength(2)
})

test('a server whose uploads end at once is not asked for ever', async () => {
  const { tray, calls, clock } = createWorld()
  tray.add({ files: [fileOf('a.zip')] })
  await calls.uploads[0]?.finish('first', { endsAt: clock.now() })

  const sent = tray.ready()
  await calls.uploads[1]?.finish('second', { endsAt: clock.now() })

  expect(await sent).toMatchObject([{ id: 'second' }])
  expect(calls.uploads).toHaveLength(2)
})

test('an upload with a local copy is repeated only after its expiry', async () => {
  const { tray, calls, clock, stored, statuses, uploadAs } = createWorld()
  tray.restore([stored('a.zip', fileOf('a.zip'))])
  expect(statuses()).toEqual([READY])
  expect(await tray.ready()).toMatchObject([{ id: 'key-a.zip' }])

  await clock.advance(HOUR_MS)
  const copy = fileOf('b.zip')
  tray.restore([stored('b.zip', copy)])
  expect(calls.uploads.map(({ file }) => file)).toEqual([copy])
  const sent = tray.ready()
  expect(calls.uploads).toHaveLength(2)
  await uploadAs(0, 'b')
  await uploadAs(1, 'a')

  expect((await sent).map(({ id }) => id)).toEqual(['a', 'b'])
})

test('a file without a copy is lost with its upload, and is marked before the send', async () => {
  const { tray, clock, stored, statuses, items } = createWorld()
  tray.restore([stored('a.zip'), attachmentOf('sent-before.zip')])

  await clock.advance(HOUR_MS - 1)
  expect(statuses()).toEqual([READY, READY])
  await clock.advance(1)
  expect(statuses()).toEqual([LOST, READY])
  await expect(tray.ready()).rejects.toMatchObject({ data: { name: 'a.zip' } })
  await expect(tray.pack()).rejects.toMatchObject({ data: { name: 'a.zip' } })

  tray.remove(items()[0]!.id)
  expect((await tray.ready()).map(({ name }) => name)).toEqual(['sent-before.zip'])
})

test('a device that slept through the expiry reports it at the send', async () => {
  const { tray, clock, stored, statuses } = createWorld()
  tray.restore([stored('a.zip')])
  clock.jump(HOUR_MS)

  await expect(tray.ready()).rejects.toMatchObject({ code: 'send_failed' })
  expect(statuses()).toEqual([LOST])
})

test('a file restored after its expiry is lost at once, and cannot be uploaded again', async () => {
  const { tray, calls, clock, stored, statuses, items } = createWorld()
  await clock.advance(HOUR_MS)
  tray.restore([stored('a.zip')])

  expect(statuses()).toEqual([LOST])
  tray.retry(items()[0]!.id)
  expect(statuses()).toEqual([LOST])
  expect(calls.uploads).toEqual([])
})

test('a file that is chosen again takes the place of the lost one of its name, in a full tray too', async () => {
  const { tray, calls, clock, stored, items } = createWorld()
  const others = Array.from({ length: FILE_LIMITS.filesPerMessage - 1 }, (_, n) => `${n}.zip`)
  await clock.advance(HOUR_MS)
  tray.restore([stored('a.zip'), ...others.map(attachmentOf)])

  expect(tray.add({ files: [fileOf('b.zip')] })).toMatchObject([{ type: 'too-many' }])
  expect(tray.add({ files: [fileOf('a.zip')] })).toEqual([])

  expect(items().map(({ name }) => name)).toEqual(['a.zip', ...others])
  await calls.uploads[0]?.finish()
  expect(await tray.ready()).toHaveLength(FILE_LIMITS.filesPerMessage)
})

test('pages of a PDF end as other uploads do, and a PDF that ended is uploaded before its pages', async () => {
  const { tray, calls, clock, statuses, items, uploadAs } = createWorld()
  tray.add({ files: [new File(['%PDF-1.7'], 'a.pdf', { type: 'application/pdf' })] })
  await uploadAs(0, 'first')
  await clock.advance(HOUR_MS)
  const endsAt = clock.now() + HOUR_MS
  calls.pages = async () => ({ success: true, urls: ['https://p/1'], message: '', endsAt })

  const making = tray.makePages(items()[0]!.id)
  await uploadAs(1, 'second')
  await making
  expect(calls.asked).toEqual(['https://files.example/second'])
  expect(items().map(({ name }) => name)).toEqual(['a-page-1.png'])

  await clock.advance(HOUR_MS)
  expect(statuses()).toEqual([LOST])
})

test('leaves no timer behind', async () => {
  const { tray, clock, stored } = createWorld()
  tray.restore([stored('a.zip')])
  expect(clock.timers).toBe(1)
  tray.cancel()
  expect(clock.timers).toBe(0)
})
