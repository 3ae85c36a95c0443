import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findPlaces } from './errands.ts'
import { measureComments } from './measure-comments.ts'
import { FUNCTION_LINES_MAX, measureHouse } from './measure-rooms.ts'

function build(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), 'alcove-house-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return root
}

test('counts files and lines of the product by room, without tests', () => {
  const root = build({
    'server/runs/a.ts': 'export const a = 1\nexport const b = 2\n',
    'server/runs/b.ts': 'export const c = 3\n',
    'server/runs/a.test.ts': 'export {}\n',
    'server/testing/world.ts': 'export {}\n',
    'scripts/c.ts': 'export {}\n',
  })

  expect(measureHouse(root).rooms).toEqual([{ room: 'server/runs', files: 2, lines: 3 }])
})

test('rooms that import each other through a third are a ring, and a one-way import is none', () => {
  const root = build({
    'widget/ui/a.ts': "import '../menu/a.ts'\n",
    'widget/menu/a.ts': "import '../shell/a.ts'\nimport '../api/a.ts'\n",
    'widget/shell/a.ts': "import type {} from '../ui/a.ts'\n",
    'widget/api/a.ts': 'export {}\n',
  })

  const { rings } = measureHouse(root)

  expect(rings.map((ring) => ring.toSorted())).toEqual([
    ['widget/menu', 'widget/shell', 'widget/ui'],
  ])
})

test('lists functions over the limit, at n and n + 1 lines', () => {
  const body = (lines: number) => `export function f() {\n${'  void 0\n'.repeat(lines - 2)}}\n`
  const root = build({
    'server/fits.ts': body(FUNCTION_LINES_MAX),
    'server/long.ts': body(FUNCTION_LINES_MAX + 1),
  })

  expect(measureHouse(root).longFunctions).toEqual([
    { file: 'server/long.ts', name: 'f', lines: FUNCTION_LINES_MAX + 1 },
  ])
})

test('the places of an errand are the files that name its sample, without tests and pages', () => {
  const names = 'export const tone = 1\n'
  const root = build({
    'server/a.ts': names,
    'widget/b.tsx': names,
    'server/c.ts': 'export const tones = 1\n',
    'server/a.test.ts': names,
    'CHANGELOG.md': names,
  })
  execFileSync('git', ['init', '-q'], { cwd: root })
  execFileSync('git', ['add', '.'], { cwd: root })

  const find = (sample: string) => findPlaces(root, { name: 'tone', sample })

  expect(find(String.raw`\btone\b`)).toEqual(['server/a.ts', 'widget/b.tsx'])
  expect(find('gone')).toEqual([])
})

test('counts comments, marker words and openings, over lines of one comment', () => {
  const root = build({
    'server/a.ts':
      '// One of those that nobody\n// asked.\n\n/** A call that is\n * no longer open. */\n',
    'server/b.ts': "// Plain words, and no more.\nconst text = '// Whoever'\n",
  })

  expect(measureComments(root)).toEqual({
    count: 3,
    words: 18,
    markersOfThousand: 111.1,
    openingsPercent: 33.3,
  })
})
