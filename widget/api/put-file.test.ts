// @vitest-environment node
import { expect, test } from 'vitest'
import { createFakeHttp, json, networkError } from './fake-http.test-support.ts'
import { createManualClock } from './manual-clock.test-support.ts'
import { createPlainPutFile, createPutFile, UPLOAD_STALL_MS } from './put-file.ts'

const URL = 'https://store.example/a?proof=1'
const FILE = new File(['hello'], 'a.txt', { type: 'text/plain' })

/** An XMLHttpRequest that the test controls. */
function createFakeXhr() {
  const upload = new EventTarget()
  const headers: string[][] = []
  const calls: unknown[][] = []
  const xhr = Object.assign(new EventTarget(), {
    upload,
    status: 0,
    responseText: '',
    open: (...args: unknown[]) => void calls.push(['open', ...args]),
    send: (body: unknown) => void calls.push(['send', body]),
    abort: () => void calls.push(['abort']),
    setRequestHeader: (name: string, value: string) => void headers.push([name, value]),
  })
  return {
    calls,
    headers,
    request: xhr as unknown as XMLHttpRequest,
    progress: (loaded: number, total: number) =>
      upload.dispatchEvent(Object.assign(new Event('progress'), { loaded, total })),
    fail: () => xhr.dispatchEvent(new Event('error')),
    load(status: number, text = '') {
      Object.assign(xhr, { status, responseText: text })
      xhr.dispatchEvent(new Event('load'))
    },
  }
}

function createUpload(file: Blob = FILE) {
  const clock = createManualClock()
  const xhr = createFakeXhr()
  const caller = new AbortController()
  const shares: number[] = []
  const put = createPutFile({ clock, createRequest: () => xhr.request })
  const onProgress = (share: number) => void shares.push(share)
  const ended = put({ url: URL, file, signal: caller.signal, onProgress })
  return { clock, xhr, caller, shares, outcome: ended.catch((error: unknown) => error) }
}

test('sends the file with its type and tells how far it is (7.30)', async () => {
  const { clock, xhr, shares, outcome } = createUpload()
  xhr.progress(1, 4)
  xhr.progress(0, 0)
  xhr.progress(4, 4)
  xhr.load(200)

  expect(await outcome).toBeUndefined()
  expect(xhr.calls).toEqual([
    ['open', 'PUT', URL],
    ['send', FILE],
  ])
  expect(xhr.headers).toEqual([['Content-Type', 'text/plain']])
  expect(shares).toEqual([0.25, 1, 1])
  expect(clock.timers).toBe(0)
})

test('says no type where the browser knows none', async () => {
  const { xhr, outcome } = createUpload(new File([''], 'a.xyz'))
  xhr.load(204)

  await outcome
  expect(xhr.headers).toEqual([])
})

test.each([
  [403, '<Error/>', 'file_rejected', 'Request failed with status 403, a page of HTML or XML'],
  [413, '{"message":"Too large."}', 'too_large', 'Too large.'],
  [413, '<html>', 'too_large', 'Request failed with status 413, a page of HTML or XML'],
])('fails with what the store says: %i', async (status, text, code, message) => {
  const { xhr, outcome } = createUpload()
  xhr.load(status, text)

  expect(await outcome).toMatchObject({ code, message })
})

test('fails where no answer came', async () => {
  const { xhr, outcome } = createUpload()
  xhr.fail()

  expect(await outcome).toMatchObject({ code: 'offline' })
})

test('stops when its caller does', async () => {
  const { xhr, caller, outcome } = createUpload()
  caller.abort(new Error('removed'))

  expect(await outcome).toMatchObject({ message: 'removed' })
  expect(xhr.calls.at(-1)).toEqual(['abort'])

  const put = createPutFile({ clock: createManualClock(), createRequest: () => xhr.request })
  await expect(put({ url: URL, file: FILE, signal: caller.signal })).rejects.toThrow('removed')
  expect(xhr.calls).toHaveLength(3)
})

test('gives up an upload that stands still, not one that is slow (R31)', async () => {
  const { clock, xhr, outcome } = createUpload()
  for (let loaded = 1; loaded <= 10; loaded += 1) {
    await clock.advance(UPLOAD_STALL_MS - 1)
    xhr.progress(loaded, 100)
  }
  expect(xhr.calls).toHaveLength(2)

  await clock.advance(UPLOAD_STALL_MS)
  expect(await outcome).toMatchObject({ code: 'call_timeout' })
  expect(xhr.calls.at(-1)).toEqual(['abort'])
})

test('puts a file without XMLHttpRequest', async () => {
  const { signal } = new AbortController()
  const shares: number[] = []
  const http = createFakeHttp(() => new Response(''))
  const put = createPlainPutFile(http.fetch)
  await put({ url: URL, file: FILE, signal, onProgress: (share) => shares.push(share) })

  expect(http.sent[0]).toMatchObject({ method: 'PUT' })
  expect(http.sent[0]?.headers.get('Content-Type')).toBe('text/plain')
  expect(http.sent[0]?.headers.has('Authorization')).toBe(false)
  expect(shares).toEqual([1])

  const refused = createPlainPutFile(createFakeHttp(() => json(403, { message: 'No.' })).fetch)
  await expect(refused({ url: URL, file: FILE, signal })).rejects.toThrow('No.')
  const cut = createPlainPutFile(createFakeHttp(networkError).fetch)
  await expect(cut({ url: URL, file: FILE, signal })).rejects.toMatchObject({ code: 'offline' })
})
