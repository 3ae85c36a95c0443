import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { chooseEncoding, createEncodedFile, readAssets, sendFile } from './assets.ts'
import { createFrameDocument } from './project-files.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alcove-assets-'))
  await mkdir(join(folder, 'loader'))
  await mkdir(join(folder, 'frame', 'assets', 'deeper'), { recursive: true })
  await writeFile(join(folder, 'loader', 'alcove.js'), 'loader()')
  await writeFile(join(folder, 'loader', 'alcove-panel.js'), 'panel()')
  await writeFile(join(folder, 'loader', 'alcove-extras.js'), 'extras()')
  await writeFile(join(folder, 'loader', 'alcove-debug.js'), 'debug()')
  await writeFile(join(folder, 'frame', 'index.html'), '<html><head></head></html>')
  await writeFile(join(folder, 'frame', 'third-party-licenses.txt'), 'react (MIT)')
})
afterEach(() => rm(folder, { recursive: true }))

test('the build is read with its types', async () => {
  for (const name of ['a.js', 'b.css', 'c.woff2', 'd.unknown']) {
    await writeFile(join(folder, 'frame', 'assets', name), name)
  }

  const assets = await readAssets(folder, new Map())

  expect(assets.frameHtml).toContain('<head>')
  expect(assets.loader.type).toBe('text/javascript; charset=utf-8')
  expect(Object.fromEntries([...assets.files].map(([name, { type }]) => [name, type]))).toEqual({
    'a.js': 'text/javascript; charset=utf-8',
    'b.css': 'text/css; charset=utf-8',
    'c.woff2': 'font/woff2',
    'd.unknown': 'application/octet-stream',
  })
})

test('files that the build compressed are sent as such, and are not listed separately', async () => {
  const path = join(folder, 'frame', 'assets', 'a.js')
  await writeFile(path, 'x'.repeat(1000))
  await writeFile(`${path}.br`, 'as the build packed it')

  const { files } = await readAssets(folder, new Map())

  expect([...files.keys()]).toEqual(['a.js'])
  const sent = await files.get('a.js')?.bytes('br')
  expect(Buffer.from(sent ?? []).toString()).toBe('as the build packed it')
})

test('other files are compressed once, on request', async () => {
  const text = 'x'.repeat(1000)
  await writeFile(join(folder, 'frame', 'assets', 'a.js'), text)
  const file = (await readAssets(folder, new Map())).files.get('a.js')

  expect(file?.bytes('gzip')).toBe(file?.bytes('gzip'))
  expect(gunzipSync((await file?.bytes('gzip')) ?? new Uint8Array()).toString()).toBe(text)
})

test('a build that is missing is told with what to do', async () => {
  await rm(join(folder, 'loader'), { recursive: true })

  await expect(readAssets(folder, new Map())).rejects.toMatchObject({
    code: 'config_invalid',
    hint: expect.stringContaining('npm run build'),
  })
})

test('a configuration cannot end its attribute', async () => {
  const config = { project: `"><script>&'$&`, basePath: '', allowedHosts: [] }
  const document = createFrameDocument('<html><head lang="en"></head></html>', config)

  const html = Buffer.from(await document.bytes('identity')).toString()

  expect(html).toContain('<head lang="en">\n    <meta name="alcove" content="{&quot;project&quot;')
  expect(html).toContain(
    '&quot;\\&quot;&gt;&lt;script&gt;&amp;&#39;$&amp;&quot;'.replace('&quot;\\&quot;', '\\&quot;'),
  )
  expect(html).not.toContain('<script>')
})

test('a document without a head is a broken build', () => {
  const config = { project: '', basePath: '', allowedHosts: [] }

  expect(() => createFrameDocument('<header></header>', config)).toThrow('no head')
})

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

test('a file that the browser has is not sent again', async () => {
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
