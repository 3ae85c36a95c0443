// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { AlcoveError } from '../../../shared/errors.ts'
import { createCloudAdapter, createLocalAdapter, UPLOADS_AT_ONCE } from './attachment-adapter.ts'
import { createAttachmentTray } from './create-attachment-tray.ts'
import { createManualClock } from '../../api/manual-clock.test-support.ts'
import { attachmentOf, createFakeFileCalls } from './fake-adapter.test-support.ts'
import type { TrayAttachment } from './tray-attachment.ts'

const fileOf = (name: string, type = 'text/plain', text = name) => new File([text], name, { type })

function createWorld(local = false) {
  const calls = createFakeFileCalls()
  const told: (readonly TrayAttachment[])[] = []
  const previews = new Set<string>()
  const clock = createManualClock()
  const tray = createAttachmentTray({
    adapter: local ? createLocalAdapter() : createCloudAdapter(calls),
    clock,
    onChange: (items) => told.push(items),
    previews: {
      create(file) {
        previews.add(`blob:${file.name}`)
        return `blob:${file.name}`
      },
      drop: (url) => previews.delete(url),
    },
  })
  return {
    tray,
    calls,
    told,
    previews,
    clock,
    items: () => told.at(-1) ?? [],
    names: () => (told.at(-1) ?? []).map(({ name }) => name),
    status: (name: string) => told.at(-1)?.find((item) => item.name === name)?.status,
    idOf: (name: string) => told.at(-1)?.find((item) => item.name === name)?.id ?? '',
  }
}

test('goes from uploading to ready to complete, with the progress that the server heard of (3.43, 4.31, 4.32, 4.34)', async () => {
  const { tray, calls, told, status } = createWorld()
  expect(tray.add({ files: [fileOf('a.png', 'image/png')] })).toEqual([])
  expect(status('a.png')).toEqual({ type: 'running', reason: 'uploading', progress: 0 })

  calls.uploads[0]?.progress(0.4)
  expect(status('a.png')).toEqual({ type: 'running', reason: 'uploading', progress: 0.4 })
  await calls.uploads[0]?.finish()
  expect(status('a.png')).toEqual({ type: 'requires-action', reason: 'composer-send' })

  expect(await tray.ready()).toEqual([
    {
      id: 'key-a.png',
      type: 'image',
      name: 'a.png',
      contentType: 'image/png',
      url: 'https://files.example/a.png',
      size: 5,
    },
  ])
  expect(status('a.png')).toEqual({ type: 'complete' })
  expect(told.flat().every(({ id }) => id === told[0]?.[0]?.id)).toBe(true)
})

test('a server without keys names a file by its address', async () => {
  const { tray, calls } = createWorld()
  tray.add({ files: [fileOf('a.bin', '')] })
  await calls.uploads[0]?.finish(null)
  expect(await tray.ready()).toMatchObject([
    { id: 'https://files.example/a.bin', type: 'file', contentType: 'application/octet-stream' },
  ])
})

test('waits for every upload, and gives them in the order of the tray', async () => {
  const { tray, calls } = createWorld()
  tray.add({ files: [fileOf('a.txt'), fileOf('b.txt')] })
  const sent = tray.ready()
  await calls.uploads[1]?.finish()
  await calls.uploads[0]?.finish()
  expect((await sent).map(({ name }) => name)).toEqual(['a.txt', 'b.txt'])
})

test('a failed upload says why, fails the send, keeps the rest, and can be tried again (4.33, 4.35, 8.4, R31)', async () => {
  const { tray, calls, status, names, idOf } = createWorld()
  tray.add({ files: [fileOf('a.txt'), fileOf('b.txt')] })
  await calls.uploads[0]?.finish()
  const outcome = tray.ready().catch((error: unknown) => error)
  await calls.uploads[1]?.refuse(new AlcoveError('too_large', 'It is too large.'))
  expect(await outcome).toMatchObject({
    code: 'send_failed',
    message: 'Attachment not uploaded',
    data: { name: 'b.txt' },
  })
  expect(status('b.txt')).toEqual({
    type: 'incomplete',
    reason: 'error',
    message: 'It is too large.',
  })
  expect(names()).toEqual(['a.txt', 'b.txt'])

  tray.retry(idOf('a.txt'))
  expect(calls.uploads).toHaveLength(2)
  tray.retry(idOf('b.txt'))
  expect(status('b.txt')).toMatchObject({ type: 'running', progress: 0 })
  await calls.uploads[2]?.finish()
  expect(await tray.ready()).toHaveLength(2)
})

test('removing a file aborts its upload and its image, and no late word brings it back', async () => {
  const { tray, calls, names, previews, idOf } = createWorld()
  tray.add({ files: [fileOf('a.png', 'image/png'), fileOf('b.txt')] })
  expect([...previews]).toEqual(['blob:a.png'])
  const sent = tray.ready()
  tray.remove(idOf('a.png'))
  expect(calls.uploads[0]?.signal.aborted).toBe(true)
  expect(previews.size).toBe(0)
  calls.uploads[0]?.progress(0.9)
  expect(names()).toEqual(['b.txt'])
  await calls.uploads[1]?.finish()
  expect((await sent).map(({ name }) => name)).toEqual(['b.txt'])
})

test('a file that is not there can be neither removed nor tried again (8.22)', async () => {
  const { tray } = createWorld()
  const missing = { code: 'not_found', message: 'Attachment not found' }
  expect(() => tray.remove('x')).toThrow(expect.objectContaining(missing))
  expect(() => tray.retry('x')).toThrow(expect.objectContaining(missing))
  await expect(tray.makePages('x')).rejects.toMatchObject(missing)
})

test(`uploads ${UPLOADS_AT_ONCE} files at once, and the next when one of them ends`, async () => {
  const { tray, calls, idOf } = createWorld()
  tray.add({ files: ['1', '2', '3', '4', '5'].map((name) => fileOf(name)) })
  expect(calls.uploads).toHaveLength(UPLOADS_AT_ONCE)
  tray.remove(idOf('4'))
  await calls.uploads[0]?.refuse(new Error('No.'))
  expect(calls.uploads.map(({ file }) => file.name)).toEqual(['1', '2', '3', '5'])
})

test('sends a file without a cloud inside of the message (3.46, 3.48)', async () => {
  const { tray, status } = createWorld(true)
  tray.add({ files: [fileOf('a.txt', 'text/plain', 'Hi')] })
  expect(status('a.txt')).toEqual({ type: 'requires-action', reason: 'composer-send' })
  expect(await tray.ready()).toMatchObject([
    { type: 'document', name: 'a.txt', url: 'data:text/plain;base64,SGk=', size: 2 },
  ])
})

test('leaves nothing behind once its content was taken, and keeps the images of it', async () => {
  const { tray, calls, items, previews } = createWorld()
  tray.add({ files: [fileOf('a.png', 'image/png')] })
  await calls.uploads[0]?.finish()
  await tray.ready()
  expect(tray.takeAll().map(({ name }) => name)).toEqual(['a.png'])
  expect(items()).toEqual([])
  expect(previews.size).toBe(1)
  expect(await tray.ready()).toEqual([])
})

test('sends back what a message had', async () => {
  const { tray, names } = createWorld()
  tray.restore([attachmentOf('old.zip')])
  expect(names()).toEqual(['old.zip'])
  expect(await tray.ready()).toEqual([attachmentOf('old.zip')])
})

test('tells nothing once it is cancelled, and whoever waits learns it', async () => {
  const { tray, calls, told } = createWorld()
  tray.add({ files: [fileOf('a.txt')] })
  const sent = tray.ready()
  const count = told.length
  tray.cancel()
  await expect(sent).rejects.toMatchObject({ code: 'destroyed' })
  expect(calls.uploads[0]?.signal.aborted).toBe(true)
  expect(told).toHaveLength(count)
  expect(() => tray.add({ files: [] })).toThrow('The user has changed')
})

test('packs uploaded files as the server has them, and the others as picked', async () => {
  const { tray, calls } = createWorld()
  const stored = attachmentOf('stored.zip')
  const [done, open, lost] = [fileOf('done.txt'), fileOf('open.txt'), fileOf('lost.txt')]
  tray.restore([stored])
  tray.add({ files: [done, open, lost] })
  await calls.uploads[0]?.finish()
  await calls.uploads[2]?.refuse(new AlcoveError('offline', 'The server could not be reached.'))

  expect(await tray.pack()).toEqual([
    stored,
    expect.objectContaining({ id: 'key-done.txt', url: 'https://files.example/done.txt' }),
    open,
    lost,
  ])
})
