// @vitest-environment node
import { expect, test } from 'vitest'
import { json } from './fake-http.test-support.ts'
import { createFakeRequests } from './fake-requests.test-support.ts'
import { pdfToImages, PDF_TIMEOUT_MS, presignUpload, uploadFile } from './file-calls.ts'
import type { FilePut } from './put-file.ts'

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
