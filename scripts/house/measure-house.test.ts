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

test('a script, the site or a bench is another importer, and a test is none', () => {
  const root = build({
    'shared/tested.ts': 'export const tested = 1\n',
    'shared/scripted.ts': 'export const scripted = 1\n',
    'shared/a.ts': "import './tested.ts'\nimport './scripted.ts'\n",
    'shared/a.test.ts': "import './tested.ts'\n",
    'server/testing/world.ts': "import '../../shared/tested.ts'\n",
    'e2e/chat.ts': "import '../shared/tested.ts'\n",
    'scripts/draw.ts': "import '../shared/scripted.ts'\n",
    'scripts/near.ts': 'export const near = 1\n',
    'scripts/all.ts': "import './near.ts'\n",
  })
  expect(measureHouse(root).neighbours).toEqual(['shared/tested.ts'])
})

test('a catalogue is told apart: constants alone, for the most part rows or text, and no function', () => {
  const rows = (lines: number) => `[\n${'  1,\n'.repeat(lines - 2)}]`
  const files: Readonly<Record<string, string>> = {
    'list.ts': `import type { Row } from './row.ts'\nexport const ROWS: Row[] = ${rows(4)}\n`,
    'record.ts': 'export const SIZES = {\n  small: 1,\n  large: 2,\n} as const satisfies Sizes\n',
    'text.ts': 'export const CSS = `\nmain {\n}\n`\n',
    'set.ts': `export const NAMES = new Set(${rows(4)})\n`,
    'half.ts': `export interface A {\n  b: 1\n  c: 2\n}\nexport const A = ${rows(4)}\n`,
    'less.ts': `export interface A {\n  b: 1\n  c: 2\n  d: 3\n}\nexport const A = ${rows(4)}\n`,
    'helped.ts': `const double = (n: number) => 2 * n\nexport const ROWS = ${rows(4)}\n`,
    'cells.ts': 'export const ROWS = {\n  open: () => 1,\n  close() {},\n}\n',
    'kind.ts': 'export const ROWS = {\n  kind: class {},\n}\n',
    'made.ts': `export const ALL = create(${rows(4)})\n`,
    'limits.ts': 'export const MAX = 1\nexport const MIN = 2\n',
    'hidden.ts': `const ROWS = ${rows(4)}\nexport const FIRST = ROWS[0]\n`,
    'counted.ts': `export let ROWS = ${rows(4)}\n`,
    'done.ts': `export const ROWS = ${rows(4)}\nROWS.push(2)\n`,
    'passed.ts': `export const ROWS = ${rows(4)}\nexport { row } from './row.ts'\n`,
  }
  const root = build({
    ...Object.fromEntries(Object.entries(files).map(([name, text]) => [`shared/${name}`, text])),
    'shared/all.ts': Object.keys(files)
      .map((name) => `import './${name}'\n`)
      .join(''),
  })
  const { neighbours, besides } = measureHouse(root)
  expect(besides.catalogue).toEqual(
    ['half', 'list', 'record', 'set', 'text'].map((name) => `shared/${name}.ts`),
  )
  expect(neighbours).toContain('shared/less.ts')
  expect(neighbours.length + besides.catalogue.length).toBe(Object.keys(files).length)
})

test('commands of the command line are told apart, and what they use is not', () => {
  const keys =
    "import { command } from './command.ts'\nconst list = command({ name: 'key list' })\n"
  const root = build({
    'server/cli/command.ts': 'export const command = (it: object) => it\n',
    'server/cli/keys.ts': `${keys}export const KEY_COMMANDS = [list]\n`,
    'server/cli/token.ts': "export const token = command({ name: 'token' })\n",
    'server/cli/read-token.ts': 'export const readToken = () => command({ name: 1 })\n',
    'server/cli/all.ts': "import './keys.ts'\nimport './token.ts'\nimport './read-token.ts'\n",
    'server/runs/stop.ts': "export const stop = command({ name: 'stop' })\n",
    'server/runs/all.ts': "import './stop.ts'\n",
  })
  const { neighbours, besides } = measureHouse(root)
  expect(besides.command).toEqual(['server/cli/keys.ts', 'server/cli/token.ts'])
  expect(neighbours).toEqual([
    'server/cli/command.ts',
    'server/cli/read-token.ts',
    'server/runs/stop.ts',
  ])
})

test('what is imported when it is first needed is told apart, and its own neighbour is not', () => {
  const root = build({
    'widget/menu.ts': "import './rows.ts'\nexport const menu = () => 1\n",
    'widget/rows.ts': 'export const rows = () => 1\n',
    'widget/open.ts': "export const open = () => import('./menu.ts')\n",
    'widget/all.ts': "import './open.ts'\n",
  })
  const { neighbours, besides } = measureHouse(root)
  expect(besides.later).toEqual(['widget/menu.ts'])
  expect(neighbours).toEqual(['widget/open.ts', 'widget/rows.ts'])
})

test('what a thread begins with is told apart, itself or another file, and who starts it is not', () => {
  const root = build({
    'server/itself.ts': 'const start = () => new Worker(fileURLToPath(import.meta.url), {})\n',
    'server/told.ts': 'export const told = 1\n',
    'server/starts.ts': "const start = () => new Worker(new URL('./told.ts', import.meta.url))\n",
    'server/all.ts':
      "import './itself.ts'\nimport type {} from './told.ts'\nimport './starts.ts'\n",
    'widget/colours.ts': 'addEventListener("message", () => {})\n',
    'widget/paint.ts': "import url from './colours.ts?worker&url'\nimport './icon.ts?raw'\n",
    'widget/icon.ts': 'export const icon = () => 1\n',
    'widget/all.ts': "import './paint.ts'\n",
  })
  const { neighbours, besides } = measureHouse(root)
  expect(besides.worker).toEqual(['server/itself.ts', 'server/told.ts', 'widget/colours.ts'])
  expect(neighbours).toEqual(['server/starts.ts', 'widget/icon.ts', 'widget/paint.ts'])
})

test('one of two parts behind one interface is told apart, where its neighbour makes the one or the other', () => {
  const maker = (name: string, kind: string, from: string) =>
    `import type { ${kind} } from '${from}'\nexport function ${name}(): ${kind} {\n  return 1\n}\n`
  const choose = (first: string, second: string) =>
    `import { create${first} } from './${first.toLowerCase()}.ts'\n` +
    `import { create${second} } from './${second.toLowerCase()}.ts'\n` +
    `export const open = (is: boolean) => (is ? create${first}() : create${second}())\n`
  const root = build({
    'server/kept.ts': 'export type Disk = 1\nexport type Bucket = 1\n',
    'server/disk.ts': maker('createDisk', 'Disk', './kept.ts'),
    'server/bucket.ts': maker('createBucket', 'Bucket', './kept.ts'),
    'server/open.ts': choose('Disk', 'Bucket'),
    // Both are made.
    'server/both/kept.ts': 'export type Kept = 1\n',
    'server/both/one.ts': maker('createOne', 'Kept', './kept.ts'),
    'server/both/two.ts': maker('createTwo', 'Kept', './kept.ts'),
    'server/both/open.ts':
      "import { createOne } from './one.ts'\nimport { createTwo } from './two.ts'\nexport const all = () => [createOne(), createTwo()]\n",
    // What they return is declared in two files.
    'server/apart/one.ts': maker('createOne', 'Kept', '../kept.ts'),
    'server/apart/kept.ts': 'export type Kept = 1\n',
    'server/apart/two.ts': maker('createTwo', 'Kept', './kept.ts'),
    'server/apart/open.ts': choose('One', 'Two'),
    // Words are no parts.
    'server/words/one.ts': 'export function createOne(): string {\n  return "1"\n}\n',
    'server/words/two.ts': 'export function createTwo(): string {\n  return "2"\n}\n',
    'server/words/open.ts': choose('One', 'Two'),
  })
  const { neighbours, besides } = measureHouse(root)
  expect(besides.choice).toEqual(['server/bucket.ts', 'server/disk.ts'])
  expect(neighbours).toEqual([
    'server/apart/kept.ts',
    ...['apart', 'both', 'words'].flatMap((room) => [
      `server/${room}/one.ts`,
      `server/${room}/two.ts`,
    ]),
  ])
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
  const { neighbours, besides } = measureHouse(root)
  expect(besides.databaseTable).toEqual([
    'server/store/api-keys.ts',
    'server/store/migrations/0001-first.ts',
  ])
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
