import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { listFirstFiles } from './first-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'alcove-first-files-'))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function writeManifest() {
  mkdirSync(join(folder, '.vite'), { recursive: true })
  const manifest = {
    'index.html': { file: 'main.js', css: ['main.css'], imports: ['_shared.js'] },
    'home.tsx': { file: 'home.js', imports: ['_shared.js', 'index.html'] },
    'later.tsx': { file: 'later.js', imports: ['_shared.js'] },
    '_shared.js': { file: 'shared.js', css: ['shared.css'] },
  }
  writeFileSync(join(folder, '.vite/manifest.json'), JSON.stringify(manifest))
}

test('the first files are those that the named modules import, each once', () => {
  writeManifest()
  const names = ['index.html', 'main.js', 'main.css', 'shared.js', 'shared.css', 'home.js']

  expect(listFirstFiles(folder, ['index.html', 'home.tsx'])).toEqual(
    names.map((name) => join(folder, name)),
  )
})

test('without a build the list is the missing manifest, and an unknown module is told', () => {
  expect(listFirstFiles(folder, ['index.html'])).toEqual([join(folder, '.vite/manifest.json')])
  writeManifest()
  expect(() => listFirstFiles(folder, ['gone.tsx'])).toThrow('has no gone.tsx: build again.')
})
