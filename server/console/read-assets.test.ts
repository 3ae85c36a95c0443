import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createFrameDocument } from './frame-pages.ts'
import { readAssets, warmAssets } from './read-assets.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alcove-assets-'))
  await mkdir(join(folder, 'loader'))
  await mkdir(join(folder, 'frame', 'assets', 'deeper'), { recursive: true })
  await writeFile(join(folder, 'loader', 'alcove.js'), 'loader()')
  await writeFile(join(folder, 'loader', 'alcove-panel.js'), 'panel()')
  await writeFile(join(folder, 'frame', 'index.html'), '<html><head></head></html>')
})
afterEach(() => rm(folder, { recursive: true }))

test('the build is read with its types', async () => {
  for (const name of ['a.js', 'b.css', 'c.woff2', 'd.unknown']) {
    await writeFile(join(folder, 'frame', 'assets', name), name)
  }

  const assets = await readAssets(folder)

  expect(assets.frameHtml).toContain('<head>')
  expect(assets.loader.type).toBe('text/javascript; charset=utf-8')
  expect(Object.fromEntries([...assets.files].map(([name, { type }]) => [name, type]))).toEqual({
    'a.js': 'text/javascript; charset=utf-8',
    'b.css': 'text/css; charset=utf-8',
    'c.woff2': 'font/woff2',
    'd.unknown': 'application/octet-stream',
  })
})

test('warming packs every file that is worth it, once', async () => {
  await writeFile(join(folder, 'frame', 'assets', 'a.js'), 'x'.repeat(1000))
  const assets = await readAssets(folder)
  await warmAssets(assets)

  const file = assets.files.get('a.js')
  expect(file?.bytes('br')).toBe(file?.bytes('br'))
  expect((await file?.bytes('br'))?.byteLength).toBeLessThan(100)
})

test('a build that is missing is told with what to do', async () => {
  await rm(join(folder, 'loader'), { recursive: true })

  await expect(readAssets(folder)).rejects.toMatchObject({
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
