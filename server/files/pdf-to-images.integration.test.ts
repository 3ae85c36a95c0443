/** @module-tag nightly */
import sharp from 'sharp'
import { afterEach, expect, test } from 'vitest'
import { AlcoveError } from '../../shared/errors.ts'
import {
  BASE,
  createFilesWorld,
  ownerNamed,
  type FilesWorld,
  type FilesWorldOptions,
} from '../testing/create-files-world.ts'
import { createPdf } from '../../scripts/create-pdf.ts'
import { pdfOfPages } from '../testing/hostile-pdfs.ts'
import { PDF_SLOTS, PDF_WAITING_MAX } from './create-files.ts'
import type { FileOwner, PdfRequest } from './files.ts'

const ada = ownerNamed('ada')
const bob = ownerNamed('bob')
const base64 = (pdf: Uint8Array) => Buffer.from(pdf).toString('base64')
/** A request for a caller for whom addresses are fetched. */
const from = (pdf: { blob?: string; url?: string }, address = '192.0.2.1'): PdfRequest => ({
  ...pdf,
  address,
  mayFetch: true,
})
const worlds: FilesWorld[] = []

afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close()
})

async function open(options: FilesWorldOptions = {}) {
  const world = await createFilesWorld(options)
  worlds.push(world)
  return world
}

test.each(['disk', 's3'] as const)(
  'keeps the pages as files of the caller, with %s',
  async (objects) => {
    const { files, get, store } = await open({ objects })

    const urls = await files.pdfToImages(ada, BASE, from({ blob: base64(createPdf(2)) }))

    expect(urls).toHaveLength(2)
    for (const url of urls) {
      const response = await get(url)
      expect(response.headers.get('Content-Type')).toBe('image/png')
      expect(response.headers.get('Content-Disposition')).toMatch(
        /^inline; filename="page-[12].png"$/,
      )
      const { width, height } = await sharp(await response.arrayBuffer()).metadata()
      expect([width, height]).toEqual([1_568, 784])
      const [key = ''] = files.keysIn({ url })
      expect(await store.files.find(ada, key)).toMatchObject({ state: 'ready', threadId: null })
      expect(await store.files.find(bob, key)).toBeUndefined()
    }
  },
)

test('takes a PDF as base64, as a data URL, as a stored file, or at a public address', async () => {
  const pdf = createPdf(1)
  const asked: string[] = []
  const fetch = (url: string) => {
    asked.push(url)
    return Promise.resolve(Buffer.from(pdf))
  }
  const { files, upload } = await open({ fetch })
  const { publicUrl } = await upload(ada, pdf, { filename: 'a.pdf' })
  const convert = async (request: { blob?: string; url?: string }) =>
    (await files.pdfToImages(ada, BASE, from(request))).length

  expect(await convert({ blob: base64(pdf) })).toBe(1)
  expect(await convert({ blob: `data:application/pdf;base64,${base64(pdf)}` })).toBe(1)
  expect(await convert({ url: publicUrl })).toBe(1)
  expect(asked).toEqual([])
  expect(await convert({ url: 'https://files.example/a.pdf' })).toBe(1)
  expect(asked).toEqual(['https://files.example/a.pdf'])
})

test('says in one sentence why there are no pages', async () => {
  const refuse = () =>
    Promise.reject(new AlcoveError('file_rejected', 'The file cannot be fetched: x.'))
  const { files, upload } = await open({
    fetch: refuse,
    amounts: { fileBytes: 2_000, pdfPages: 2 },
  })
  const mine = await upload(ada, createPdf(1))
  const sentence = (request: { blob?: string; url?: string }, owner = ada) =>
    files.pdfToImages(owner, BASE, from(request)).then(
      (urls) => `${urls.length} pages`,
      (error: AlcoveError) => `${error.code}: ${error.message}`,
    )

  expect(await sentence({})).toBe('file_rejected: No file provided')
  expect(await sentence({ blob: '' })).toBe('file_rejected: No file provided')
  expect(await sentence({ blob: 'a'.repeat(2_668) })).toBe(
    'file_rejected: Failed to convert PDF: File too large',
  )
  expect(await sentence({ url: mine.publicUrl }, bob)).toBe(
    'file_rejected: Failed to convert PDF: File not found',
  )
  expect(await sentence({ url: mine.publicUrl })).toBe('1 pages')
  expect(await sentence({ blob: base64(createPdf(2)) })).toBe('2 pages')
  expect(await sentence({ blob: base64(pdfOfPages(3)) })).toBe(
    'file_rejected: Failed to convert PDF: too many pages (3, at most 2)',
  )
  expect(await sentence({ url: 'http://127.0.0.1/' })).toBe(
    'file_rejected: The file cannot be fetched: x.',
  )
})

test('keeps all pages or none', async () => {
  const two = from({ blob: base64(createPdf(2)) })
  const roomy = await open()
  await roomy.files.pdfToImages(ada, BASE, two)
  const needed = await roomy.store.files.usedBytes(ada)
  const { files, store } = await open({ amounts: { userStorageBytes: needed - 1 } })
  const exact = await open({ amounts: { userStorageBytes: needed } })

  await expect(files.pdfToImages(ada, BASE, two)).rejects.toMatchObject({ code: 'quota_exceeded' })

  expect(await store.files.usedBytes(ada)).toBe(0)
  expect(await exact.files.pdfToImages(ada, BASE, two)).toHaveLength(2)
})

test('converts so many at once, lets so many wait, and turns the others away', async () => {
  const { files } = await open()
  const request = from({ blob: base64(createPdf(1)) })
  const count = PDF_SLOTS + PDF_WAITING_MAX

  const all = await Promise.allSettled(
    Array.from({ length: count + 1 }, (_, n) =>
      files.pdfToImages(ownerNamed(`user ${n}`), BASE, request),
    ),
  )

  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(count)
  expect(all.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'unavailable' },
  })
})

test('fetches no public address for somebody for whom nobody allowed it, but opens their file', async () => {
  const asked: string[] = []
  const fetch = (url: string) => {
    asked.push(url)
    return Promise.resolve(Buffer.from(createPdf(1)))
  }
  const { files, upload } = await open({ fetch })
  const { publicUrl } = await upload(ada, createPdf(1), { filename: 'a.pdf' })
  const convert = (url: string, mayFetch: boolean) =>
    files.pdfToImages(ada, BASE, { url, address: '192.0.2.1', mayFetch })

  await expect(convert('https://files.example/a.pdf', false)).rejects.toMatchObject({
    code: 'file_rejected',
    message: expect.stringContaining('pdfUrls'),
  })
  expect(asked).toEqual([])
  expect(await convert(publicUrl, false)).toHaveLength(1)
  expect(await convert('https://files.example/a.pdf', true)).toHaveLength(1)
})

test.each(['anonymous', 'claimed'] as const)(
  'all %s users of one address have one turn together, and named users one each',
  async (kind) => {
    // PDFs of other users arrive during the whole test: each gets a slot meanwhile, and no core.
    const coming = Promise.withResolvers<never>()
    const { files } = await open({ fetch: () => coming.promise })
    const slow = { url: 'https://files.example/slow.pdf' }
    const quick = { blob: base64(createPdf(1)) }
    const leaving = new AbortController()
    const convert = (owner: FileOwner, pdf: { blob?: string; url?: string }, address: string) =>
      files.pdfToImages(owner, BASE, from(pdf, address), leaving.signal)
    const crowd = Array.from({ length: PDF_SLOTS }, (_, n) =>
      convert(ownerNamed(`visitor ${n}`, kind), slow, '192.0.2.66'),
    )
    let isNeighbourDone = false
    const neighbour = convert(ownerNamed('neighbour', kind), quick, '192.0.2.66').then(
      () => void (isNeighbourDone = true),
      () => {},
    )

    expect(await convert(ownerNamed('other', kind), quick, '192.0.2.7')).toHaveLength(1)
    expect(await convert(ownerNamed('ada', 'host'), quick, '192.0.2.66')).toHaveLength(1)
    expect(isNeighbourDone).toBe(false)

    leaving.abort()
    coming.reject(new Error('nobody waits any more'))
    await Promise.allSettled([...crowd, neighbour])
  },
)

test('a caller who goes away frees the slot, and leaves no page behind', async () => {
  const { files, store } = await open()
  const blob = base64(createPdf(10))
  const leaving = new AbortController()
  const left = files.pdfToImages(ada, BASE, from({ blob }), leaving.signal)
  const next = files.pdfToImages(ada, BASE, from({ blob: base64(createPdf(1)) }))
  await expect.poll(() => store.files.usedBytes(ada)).toBeGreaterThan(0)

  leaving.abort()

  await expect(left).rejects.toMatchObject({ code: 'file_rejected' })
  const [url = ''] = await next
  const row = (await files.find(ada, url))!
  expect(await store.files.usedBytes(ada)).toBe(row.bytes)
})
