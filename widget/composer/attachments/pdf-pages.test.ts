import { expect, test } from 'vitest'
import { createManualClock } from '../../api/manual-clock.test-support.ts'
import { createCloudAdapter, createLocalAdapter } from './attachment-adapter.ts'
import { createAttachmentTray } from './create-attachment-tray.ts'
import { attachmentOf, createFakeFileCalls } from './fake-adapter.test-support.ts'
import type { TrayAttachment } from './tray-attachment.ts'

const pdf = () => new File(['%PDF-1.7'], 'Report.pdf', { type: 'application/pdf' })
const pagesOf = (count: number) =>
  Array.from({ length: count }, (_, index) => `https://files.example/${index + 1}.png?signature=x`)

async function openPdf(others = 0, cannotRead: readonly string[] = []) {
  const calls = createFakeFileCalls()
  let items: readonly TrayAttachment[] = []
  const tray = createAttachmentTray({
    adapter: createCloudAdapter(calls),
    clock: createManualClock(),
    cannotRead,
    onChange: (next) => void (items = next),
  })
  tray.restore(Array.from({ length: others }, (_, index) => attachmentOf(`${index}.zip`)))
  tray.add({ files: [pdf()] })
  await calls.uploads[0]?.finish()
  return { tray, calls, items: () => items, id: items.at(-1)?.id ?? '' }
}

test('puts the pages of a PDF in its place, and the send waits for them', async () => {
  const { tray, calls, items, id } = await openPdf(1)
  expect(items()[1]?.pages).toEqual({ type: 'offered' })
  calls.pages = async () => ({ success: true, urls: pagesOf(2), message: '' })

  const making = tray.makePages(id)
  expect(items()[1]?.pages).toEqual({ type: 'making' })
  const sent = tray.ready()
  await making
  expect(calls.asked).toEqual(['https://files.example/Report.pdf'])
  expect((await sent).slice(1)).toMatchObject([
    { type: 'image', name: 'Report-page-1.png', contentType: 'image/png', url: pagesOf(2)[0] },
    { type: 'image', name: 'Report-page-2.png', url: pagesOf(2)[1] },
  ])
})

test.each([
  ['cannot be read', async () => ({ success: false, urls: [], message: 'It is encrypted.' })],
  ['cannot be had', () => Promise.reject(new Error('It is encrypted.'))],
])('keeps the PDF, and says why, when its pages %s', async (_, pages) => {
  const { tray, calls, items, id } = await openPdf()
  calls.pages = pages
  await tray.makePages(id)
  expect(items()).toMatchObject([
    { name: 'Report.pdf', pages: { type: 'failed', message: 'It is encrypted.' } },
  ])
  expect(await tray.ready()).toMatchObject([{ name: 'Report.pdf', type: 'file' }])
})

test('takes as many pages as a message has room for, and not one more', async () => {
  const fits = await openPdf(3)
  fits.calls.pages = async () => ({ success: true, urls: pagesOf(7), message: '' })
  await fits.tray.makePages(fits.id)
  expect(fits.items()).toHaveLength(10)

  const over = await openPdf(3)
  over.calls.pages = async () => ({ success: true, urls: pagesOf(8), message: '' })
  await over.tray.makePages(over.id)
  expect(over.items()).toHaveLength(4)
  expect(over.items()[3]?.pages).toEqual({
    type: 'failed',
    message: 'It has 8 pages, and a message takes 10 files.',
  })
})

test('a PDF that is removed meanwhile leaves no pages behind', async () => {
  const { tray, calls, items, id } = await openPdf()
  calls.pages = async () => ({ success: true, urls: pagesOf(2), message: '' })
  const making = tray.makePages(id)
  tray.remove(id)
  await making
  expect(items()).toEqual([])
})

test('offers no pages without a converter', () => {
  let items: readonly TrayAttachment[] = []
  const adapter = { ...createLocalAdapter(), accept: '*' }
  const tray = createAttachmentTray({
    adapter,
    clock: createManualClock(),
    onChange: (next) => void (items = next),
  })
  tray.add({ files: [pdf()] })
  expect(items[0]?.name).toBe('Report.pdf')
  expect(items[0]?.pages).toBeUndefined()
})

test('offers pages where only the PDF cannot be read, and not where images cannot', async () => {
  const withoutPdf = await openPdf(0, ['pdf'])
  const withoutImages = await openPdf(0, ['pdf', 'images'])

  expect(withoutPdf.items()[0]?.pages).toEqual({ type: 'offered' })
  expect(withoutImages.items()[0]?.pages).toBeUndefined()
})
