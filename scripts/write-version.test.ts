import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import {
  DEBUG_INTEGRITY_PLACE,
  EXTRAS_INTEGRITY_PLACE,
  INTEGRITY_PLACE,
} from './integrity-place.ts'
import { findVersion, writeVersion } from './write-version.ts'

/** A repository with a built loader of a version. */
function createBuilt() {
  const root = mkdtempSync(join(tmpdir(), 'alcove-version-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return {
    root,
    build(version: string, panel: string) {
      write('package.json', JSON.stringify({ version }))
      write('dist/loader/alcove-debug.js', 'debug()')
      write('dist/pinned/alcove-extras.js', `extras()//${DEBUG_INTEGRITY_PLACE}`)
      write('dist/pinned/alcove-panel.js', `${panel}//${EXTRAS_INTEGRITY_PLACE}`)
      write('dist/pinned/alcove.js', `load("${INTEGRITY_PLACE}")`)
      return writeVersion(root)
    },
    read: (path: string) => readFileSync(join(root, 'dist/v', path), 'utf8'),
    names: () => readdirSync(join(root, 'dist/v')),
  }
}

const hashOf = (algorithm: string, text: string) =>
  `${algorithm}-${createHash(algorithm).update(text).digest('base64')}`

/** The third file has the hash of the fourth, and the second that of the third. */
const EXTRAS = `extras()//${hashOf('sha256', 'debug()')}`
const panelOf = (text: string) => `${text}//${hashOf('sha256', EXTRAS)}`

test('each file has the hash of the one that it imports, and the manifest those of all', () => {
  const { build, read } = createBuilt()

  expect(build('1.0.0', 'panel()')).toBe('1.0.0')

  expect(read('1.0.0/alcove-panel.js')).toBe(panelOf('panel()'))
  const first = read('1.0.0/alcove.js')
  expect(first).toBe(`load("${hashOf('sha256', panelOf('panel()'))}")`)
  expect(JSON.parse(read('1.0.0/manifest.json'))).toEqual({
    version: '1.0.0',
    files: {
      'alcove.js': { integrity: hashOf('sha384', first) },
      'alcove-panel.js': { integrity: hashOf('sha384', panelOf('panel()')) },
      'alcove-extras.js': { integrity: hashOf('sha384', EXTRAS) },
      'alcove-debug.js': { integrity: hashOf('sha384', 'debug()') },
    },
  })
})

test('a release stays beside the next one, and is not written over', () => {
  const { build, names, read } = createBuilt()
  build('1.0.0', 'one()')
  build('1.1.0', 'two()')

  expect(names()).toEqual(['1.0.0', '1.1.0'])
  expect(build('1.0.0', 'one()')).toBe('1.0.0')
  expect(() => build('1.0.0', 'other()')).toThrow('give package.json another version')
  expect(read('1.0.0/alcove-panel.js')).toBe(panelOf('one()'))
})

test('each build of a version that is still being made has a name, and takes the place of the last one', () => {
  const { root, build, names } = createBuilt()
  build('1.0.0', 'one()')

  const first = build('1.1.0-dev', 'two()')
  expect(first).toMatch(/^1\.1\.0-dev\.[\da-f]{8}$/)
  expect(build('1.1.0-dev', 'two()')).toBe(first)
  const second = build('1.1.0-dev', 'three()')
  expect(second).not.toBe(first)

  expect(names()).toEqual(['1.0.0', second])
  expect(findVersion(root)).toBe(second)
  build('1.1.0', 'four()')
  expect(findVersion(root)).toBe('1.1.0')
})
