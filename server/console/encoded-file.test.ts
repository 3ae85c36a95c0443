import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { chooseEncoding, createEncodedFile, sendFile } from './encoded-file.ts'

const TEXT = 'export const answer = 42\n'.repeat(100)
const script = createEncodedFile(Buffer.from(TEXT), 'text/javascript; charset=utf-8')
const picture = createEncodedFile(Buffer.alloc(2000, 7), 'image/png')
const short = createEncodedFile(Buffer.from('short'), 'text/css; charset=utf-8')
const app = new Hono()
  .get('/script', (c) => sendFile(c, script, { 'X-Mine': '1' }))
  .get('/picture', (c) => sendFile(c, picture, {}))
  .get('/short', (c) => sendFile(c, short, {}))
const get = (path: string, headers: Record<string, string> = {}) => app.request(path, { headers })
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())

test('a script travels as brotli, gzip or as it is', async () => {
  const brotli = await get('/script', { 'Accept-Encoding': 'gzip, deflate, br, zstd' })
  const gzip = await get('/script', { 'Accept-Encoding': 'gzip' })
  const plain = await get('/script')

  expect(brotli.headers.get('Content-Encoding')).toBe('br')
  expect(brotliDecompressSync(await bytesOf(brotli)).toString()).toBe(TEXT)
  expect(gzip.headers.get('Content-Encoding')).toBe('gzip')
  expect(gunzipSync(await bytesOf(gzip)).toString()).toBe(TEXT)
  expect(plain.headers.has('Content-Encoding')).toBe(false)
  expect(await plain.text()).toBe(TEXT)
  for (const response of [brotli, gzip, plain]) {
    expect(response.headers.get('Vary')).toBe('Accept-Encoding')
    expect(response.headers.get('X-Mine')).toBe('1')
  }
})

test('the announced length is that of what is sent', async () => {
  const response = await get('/script', { 'Accept-Encoding': 'br' })

  expect(response.headers.get('Content-Length')).toBe(String((await bytesOf(response)).byteLength))
})

test.each(['/picture', '/short'])('%s is not worth packing', async (path) => {
  const response = await get(path, { 'Accept-Encoding': 'br, gzip' })

  expect(response.headers.has('Content-Encoding')).toBe(false)
  expect(response.headers.has('Vary')).toBe(false)
})

test('what the browser has already is not sent again', async () => {
  const headers = { 'Accept-Encoding': 'br' }
  const etag = (await get('/script', headers)).headers.get('ETag') ?? ''

  for (const tags of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
    const again = await get('/script', { ...headers, 'If-None-Match': tags })
    expect(again.status).toBe(304)
    expect(await again.text()).toBe('')
    expect(again.headers.get('X-Mine')).toBe('1')
  }
  expect((await get('/script', { 'If-None-Match': etag })).status).toBe(200)
  expect((await get('/script', { ...headers, 'If-None-Match': '"other"' })).status).toBe(200)
})

test('another content has another tag', () => {
  const other = createEncodedFile(Buffer.from(`${TEXT} `), 'text/javascript')

  expect(other.etag('br')).not.toBe(script.etag('br'))
})

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['br', 'br'],
  ['gzip, br', 'br'],
  ['BR', 'br'],
  ['gzip;q=1.0, br;q=0', 'gzip'],
  ['br;q=0.1', 'br'],
  ['br; q=0.000', 'identity'],
  ['zstd, deflate', 'identity'],
  ['gzipped, xbr', 'identity'],
  ['*', 'identity'],
])('Accept-Encoding %j chooses %s', (header, encoding) => {
  expect(chooseEncoding(header)).toBe(encoding)
})
