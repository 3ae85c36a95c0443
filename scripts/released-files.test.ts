import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { keepRelease, listReleases, listVersions, readRelease } from './released-files.ts'
import { REPOSITORY_ROOT } from './repository-root.ts'

/** A repository with these files in `dist`. */
function createRepository(dist: Readonly<Record<string, string>>) {
  const root = mkdtempSync(join(tmpdir(), 'alcove-release-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  mkdirSync(join(root, 'e2e/fixtures'), { recursive: true })
  for (const [path, text] of Object.entries(dist)) {
    mkdirSync(dirname(join(root, 'dist', path)), { recursive: true })
    writeFileSync(join(root, 'dist', path), text)
  }
  return root
}

test('every release of the changelog has its loader and frame kept', () => {
  const changelog = readFileSync(join(REPOSITORY_ROOT, 'CHANGELOG.md'), 'utf8')
  const versions = listVersions(changelog)

  expect(versions).toContain('0.1.0')
  expect(listReleases(REPOSITORY_ROOT)).toEqual(versions.toReversed())
  for (const version of versions) {
    const files = readRelease(REPOSITORY_ROOT, version)
    expect(Object.keys(files)).toEqual(
      expect.arrayContaining(['loader/alcove.js', 'loader/alcove-panel.js', 'frame/index.html']),
    )
  }
})

test('keeps what pages fetch, and nothing that is made of it', () => {
  const fetched = {
    'loader/alcove.js': 'first()',
    'loader/alcove-panel.js': 'second()',
    'frame/index.html': '<!doctype html>',
    'frame/assets/index-C6vr1Lmi.js': 'frame("ä")',
    'frame/assets/index-C6vr1Lmi.css': 'p{}',
  }
  const root = createRepository({
    ...fetched,
    'loader/alcove.js.br': 'packed',
    'frame/third-party-licenses.txt': 'MIT',
    'frame/.vite/manifest.json': '{}',
    'npm/alcove.js': 'export {}',
    'v/1.0.0/alcove.js': 'first()',
  })

  expect(keepRelease(root, '1.10.0')).toBe('e2e/fixtures/v1.10.0.json.br')
  keepRelease(root, '1.9.0')

  expect(readRelease(root, '1.10.0')).toEqual(fetched)
  expect(listReleases(root)).toEqual(['1.9.0', '1.10.0'])
})

test('unreleased changes have no number', () => {
  expect(
    listVersions('# Changelog\n\n## Unreleased\n\n## 1.1.0\n\n### 9.9.9\n\n## v1.0.0 (2026)\n'),
  ).toEqual(['1.1.0', '1.0.0'])
})
