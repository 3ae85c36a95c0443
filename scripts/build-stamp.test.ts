import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { BUILD_SETTINGS, hashSources, isBuildFresh, SITE, stampBuild } from './build-stamp.ts'

/** A repository with a current build. */
function createBuilt() {
  const root = mkdtempSync(join(tmpdir(), 'alcove-stamp-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  write('widget/main.tsx', 'one')
  write('shared/json.ts', 'two')
  write('vite.config.ts', 'three')
  write('dist/loader/alcove.js', '')
  write('dist/loader/alcove-panel.js', '')
  write('dist/loader/alcove-extras.js', '')
  write('dist/loader/alcove-debug.js', '')
  write('dist/npm/package.json', '')
  write('dist/v/1.0.0/alcove.js', '')
  write('dist/frame/index.html', '')
  write('dist/desk/index.html', '')
  stampBuild(root, hashSources(root))
  return { root, write }
}

test('takes an untouched build for fresh', () => {
  const { root } = createBuilt()

  expect(isBuildFresh(root)).toBe(true)
})

test('takes a build for fresh when only times have changed', () => {
  const { root } = createBuilt()

  utimesSync(join(root, 'widget/main.tsx'), new Date(), new Date('2040-01-01'))

  expect(isBuildFresh(root)).toBe(true)
})

test.each([
  ['a source is edited', 'widget/main.tsx'],
  ['a source is added', 'loader/auto.ts'],
  ['the build is configured anew', 'vite.config.ts'],
  ['languages are built in another way', 'scripts/locale-files.ts'],
  ['the dependencies change', 'package-lock.json'],
])('takes a build for stale when %s', (_, path) => {
  const { root, write } = createBuilt()

  write(path, 'changed')

  expect(isBuildFresh(root)).toBe(false)
})

test.each(BUILD_SETTINGS)('takes a build for stale when it was made with another %s', (name) => {
  const { root } = createBuilt()

  expect(isBuildFresh(root, {})).toBe(true)
  expect(isBuildFresh(root, { [name]: '' })).toBe(false)
})

test.each(['widget/main.test.tsx', 'server/main.ts', 'README.md'])(
  'does not rebuild for %s',
  (path) => {
    const { root, write } = createBuilt()

    write(path, 'changed')

    expect(isBuildFresh(root)).toBe(true)
  },
)

test.each(['dist', 'dist/loader/alcove.js', 'dist/frame/index.html', 'dist/build-stamp'])(
  'takes a build without %s for stale',
  (path) => {
    const { root } = createBuilt()

    rmSync(join(root, path), { recursive: true })

    expect(isBuildFresh(root)).toBe(false)
  },
)

test('the built documentation is stale for its own reasons', () => {
  const { root, write } = createBuilt()
  const isSiteFresh = () => isBuildFresh(root, {}, SITE)
  write('docs/index.md', 'one')
  for (const output of SITE.outputs) write(output, '')
  stampBuild(root, hashSources(root, {}, SITE), SITE)
  expect(isSiteFresh()).toBe(true)

  write('widget/main.tsx', 'changed')
  expect([isSiteFresh(), isBuildFresh(root)]).toEqual([true, false])

  write('docs/index.md', 'changed')
  expect(isSiteFresh()).toBe(false)
})
