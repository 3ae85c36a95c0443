import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { packBuild } from './pack-build.ts'

test('each script and style of some size stands beside itself, packed; again says the same', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'alcove-pack-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const assets = join(folder, 'frame', 'assets')
  mkdirSync(join(folder, 'loader'))
  mkdirSync(assets, { recursive: true })
  const ofDesk = join(folder, 'desk', 'assets')
  mkdirSync(ofDesk, { recursive: true })
  mkdirSync(join(folder, 'v', '1.0.0'), { recursive: true })
  const text = 'say(); '.repeat(100)
  writeFileSync(join(folder, 'loader', 'alcove.js'), text)
  writeFileSync(join(folder, 'v', '1.0.0', 'alcove.js'), text)
  writeFileSync(join(assets, 'a.css'), 'x'.repeat(512))
  writeFileSync(join(ofDesk, 'desk.js'), text)
  writeFileSync(join(assets, 'short.js'), 'x'.repeat(511))
  writeFileSync(join(assets, 'picture.png'), Buffer.alloc(1000))

  await packBuild(folder)
  const brotli = readFileSync(join(folder, 'loader', 'alcove.js.br'))
  await packBuild(folder)

  expect(brotliDecompressSync(brotli).toString()).toBe(text)
  expect(gunzipSync(readFileSync(join(folder, 'loader', 'alcove.js.gz'))).toString()).toBe(text)
  expect(readFileSync(join(folder, 'loader', 'alcove.js.br'))).toEqual(brotli)
  expect(readFileSync(join(folder, 'v', '1.0.0', 'alcove.js.br'))).toEqual(brotli)
  expect(readdirSync(ofDesk)).toEqual(['desk.js', 'desk.js.br', 'desk.js.gz'])
  expect(readdirSync(assets)).toEqual(['a.css', 'a.css.br', 'a.css.gz', 'picture.png', 'short.js'])
})
