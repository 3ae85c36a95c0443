import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { FUNCTION_LINES_MAX, measureHouse } from './measure-house.ts'

const roots: string[] = []
afterAll(() => roots.forEach((root) => rmSync(root, { recursive: true, force: true })))

function build(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), 'alcove-house-'))
  roots.push(root)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return root
}

test('counts the product and leaves out its tests', () => {
  const root = build({
    'widget/a.ts': 'export const a = 1\n\n',
    'widget/a.test.ts': 'export const b = 1\n',
    'widget/world.test-support.ts': 'export const c = 1\n',
    'server/testing/d.ts': 'export const d = 1\n',
    'scripts/e.ts': 'export const e = 1\n',
  })
  expect(measureHouse(root)).toMatchObject({ files: 1, lines: 2 })
})

test('a neighbour has one importer, in its own folder', () => {
  const root = build({
    'widget/near.ts': 'export const near = 1\n',
    'widget/shared.ts': 'export const shared = 1\n',
    'widget/far.ts': 'export const far = 1\n',
    'widget/a.ts': "import './near.ts'\nimport './shared.ts'\n",
    'widget/b.ts': "import './shared.ts'\n",
    'widget/room/c.ts': "import '../far.ts'\n",
  })
  expect(measureHouse(root).neighbours).toEqual(['widget/near.ts'])
})

test('a neighbour that is a table of the database is told apart, by the tables that there are', () => {
  const root = build({
    'server/store/tables.ts':
      'export interface Tables {\n  readonly api_keys: Key\n}\nexport interface Key {\n  readonly users: string\n}\n',
    'server/store/api-keys.ts': "import type { Tables } from './tables.ts'\n",
    'server/store/users.ts': "import type { Tables } from './tables.ts'\n",
    'server/store/store.ts': "import './api-keys.ts'\nimport './users.ts'\n",
    'server/store/migrations/0001-first.ts': 'export const first = 1\n',
    'server/store/migrations/more.ts': 'export const more = 1\n',
    'server/store/migrations/all.ts': "import './0001-first.ts'\nimport './more.ts'\n",
    'widget/api-keys.ts': 'export const keys = 1\n',
    'widget/all.ts': "import './api-keys.ts'\n",
  })
  const { neighbours, tables } = measureHouse(root)
  expect(tables).toEqual(['server/store/api-keys.ts', 'server/store/migrations/0001-first.ts'])
  expect(neighbours).toEqual([
    'server/store/migrations/more.ts',
    'server/store/users.ts',
    'widget/api-keys.ts',
  ])
})

test('names what is over the limit, at n and n + 1 lines', () => {
  const body = (lines: number) => `export function f() {\n${'  void 0\n'.repeat(lines - 2)}}\n`
  const root = build({
    'server/fits.ts': body(FUNCTION_LINES_MAX),
    'server/long.ts': body(FUNCTION_LINES_MAX + 1),
  })
  expect(measureHouse(root).longFunctions).toEqual([
    { file: 'server/long.ts', name: 'f', lines: FUNCTION_LINES_MAX + 1 },
  ])
})

test('tells atoms that anybody may write from those that are read or act, and finds thunks', () => {
  const root = build({
    'widget/atoms.ts': [
      'export const base = atom(0)',
      'const own = atom(0)',
      'export const read = atom((get) => get(own))',
      'export const act = atom(null, (get, set) => set(own, 1))',
    ].join('\n'),
    'widget/parts.ts': 'make({ turns: () => turns, now: () => clock.now(), isOpen: () => open })\n',
  })
  const { baseAtoms, thunks } = measureHouse(root)
  expect([baseAtoms, thunks]).toEqual([['widget/atoms.ts: base'], ['widget/parts.ts: turns']])
})
