// @vitest-environment node
import { expect, test } from 'vitest'
import { bindFiles } from './bind-files.ts'
import { json, type SentRequest } from './fake-http.test-support.ts'
import { createFakeRequests } from './fake-requests.test-support.ts'

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
