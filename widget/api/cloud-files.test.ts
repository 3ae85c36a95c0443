import { expect, test } from 'vitest'
import { bindFiles, pdfToImages, PDF_TIMEOUT_MS, presignUpload, uploadFile } from './cloud-files.ts'
import { json, type SentRequest } from './fake-http.test-support.ts'
import { createFakeRequests } from './fake-requests.test-support.ts'
import type { FilePut } from './put-file.ts'

const FILE = new File(['hello'], 'a.txt', { type: 'text/plain' })
const signal = new AbortController().signal

function answer({ method, path }: SentRequest): Response {
  if (method === 'PUT') return new Response(null, { status: 200 })
  if (path.endsWith('pdf-to-images')) return json(200, { success: true, urls: ['u'], message: '' })
  const signedUrl = 'https://chat.example/v1/put/key'
  return json(201, { success: true, signedUrl, publicUrl: 'https://chat.example/f', key: 'key' })
}

test('uploads by fetch where there is nothing that tells progress', async () => {
  const { http, requests } = createFakeRequests(answer)
  const shares: number[] = []
  const files = bindFiles(requests, { fetch: http.fetch })

  const onProgress = (share: number) => void shares.push(share)
  const stored = await files.uploadFile(FILE, { signal, onProgress })

  expect(stored).toEqual({ url: 'https://chat.example/f', key: 'key' })
  expect(http.to('PUT /put/key')).toHaveLength(1)
  expect(shares).toEqual([1])
})

test('uploads by a request that tells progress where there is one', async () => {
  const { http, requests } = createFakeRequests(answer)
  let opened = 0
  const createRequest = () => {
    opened += 1
    throw new Error('Not here.')
  }
  const files = bindFiles(requests, { fetch: http.fetch, createRequest })

  await expect(files.uploadFile(FILE, { signal, onProgress() {} })).rejects.toThrow('Not here.')
  expect(opened).toBe(1)
  expect(http.to('PUT /put/key')).toEqual([])
})

test('asks for the pages of a PDF, and for an address that opens a file', async () => {
  const { http, requests } = createFakeRequests(answer)
  const files = bindFiles(requests, { fetch: http.fetch })

  expect((await files.pdfToImages({ file_url: 'p' }, signal)).urls).toEqual(['u'])
  expect(await files.presignDownload({ url: 'f' }, signal)).toMatch(/put\/key$/)
  expect(http.sent.map(({ body }) => body)).toEqual([{ file_url: 'p' }, { url: 'f' }])
})

const ADDRESS = {
  success: true,
  signedUrl: 'https://store.example/a?proof=1',
  expiresAt: '2026-11-21T00:00:00.000Z',
  publicUrl: 'https://store.example/a',
}

test('asks for an address of that size and type, and puts the file there', async () => {
  const { http, requests, signal } = createFakeRequests(() => json(201, ADDRESS))
  const puts: FilePut[] = []
  const file = new File(['hello'], 'a b.txt', { type: 'text/plain' })

  const put = (one: FilePut) => {
    puts.push(one)
    return Promise.resolve()
  }
  const stored = await uploadFile(requests, put, file, { signal })

  expect(http.sent[0]?.body).toEqual({
    filename: 'a b.txt',
    content_type: 'text/plain',
    content_length: 5,
  })
  expect(puts).toEqual([{ url: ADDRESS.signedUrl, file, signal }])
  expect(stored).toEqual({ url: ADDRESS.publicUrl, key: null })
})

test('says no type where the browser knows none', async () => {
  const { http, requests, signal } = createFakeRequests(() => json(201, ADDRESS))

  await presignUpload(requests, { filename: 'a.xyz', contentType: '', size: 0 }, signal)

  expect(http.sent[0]?.body).toEqual({ filename: 'a.xyz', content_length: 0 })
})

test.each([
  [{ success: false, error: 'No such type.' }, 'No such type.'],
  [{ success: false, signedUrl: '', publicUrl: '' }, 'The server takes no such file.'],
  [{ ...ADDRESS, signedUrl: '' }, 'The server takes no such file.'],
])('puts nothing after %j', async (answer, message) => {
  const { requests, signal } = createFakeRequests(() => json(200, answer))
  let puts = 0
  const put = () => {
    puts += 1
    return Promise.resolve()
  }

  const failed = uploadFile(requests, put, new File([''], 'a.txt'), { signal })

  await expect(failed).rejects.toMatchObject({ code: 'file_rejected', message })
  expect(puts).toBe(0)
})

test('waits longer for pages than for anything else', async () => {
  const { clock, requests, signal } = createFakeRequests(() => new Promise(() => {}))
  const outcomes: unknown[] = []
  pdfToImages(requests, { file_url: 'https://a.example/b.pdf' }, signal).catch((error: unknown) =>
    outcomes.push(error),
  )

  await clock.advance(PDF_TIMEOUT_MS - 1)
  expect(outcomes).toEqual([])
  await clock.advance(1)
  expect(outcomes).toMatchObject([{ code: 'call_timeout' }])
})

test('tells when an upload ends, by the clock of this device from before it began', async () => {
  const { clock, requests, signal } = createFakeRequests(async ({ path }) => {
    await clock.advance(10_000)
    return path.endsWith('pdf-to-images')
      ? json(200, { success: true, urls: ['u'], message: '', keptSeconds: 3_600 })
      : json(201, { ...ADDRESS, keptSeconds: 3_600 })
  })
  const begunAt = clock.now()

  const stored = await uploadFile(requests, () => Promise.resolve(), FILE, { signal })
  expect(stored.endsAt).toBe(begunAt + 3_600_000)
  const later = clock.now()
  const pages = await pdfToImages(requests, { file_url: 'p' }, signal)
  expect(pages).toEqual({ success: true, urls: ['u'], message: '', endsAt: later + 3_600_000 })
})
