import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { checkArchitecture, checkSources } from './architecture.ts'
import { drawRooms } from './architecture/draw-rooms.ts'
import { ROOMS } from './architecture/rooms.ts'
import { REPOSITORY_ROOT } from './repository-root.ts'

type Tree = Record<string, string>

/** A small repository without violations; each test adds one. */
const SOUND: Tree = {
  'shared/json.ts': 'export const depth = 1\n',
  'shared/wire/chunk.ts': "import { depth } from '../json.ts'\nexport type Chunk = typeof depth\n",
  'shared/thread/message.ts': "export type { Chunk } from '../wire/chunk.ts'\n",
  'loader/create-loader.ts':
    "import { depth } from '../shared/json.ts'\nexport const size = depth\n",
  'loader/auto.ts': "import './create-loader.ts'\ndocument.title = 'entries may do things'\n",
  'widget/conversation/atoms/thread.ts':
    "import { atom } from 'jotai/vanilla'\nexport const threadAtom = atom(1)\n",
  'server/runs/run.ts': "import type { Store } from '../store/store.ts'\nexport type Run = Store\n",
  'server/store/store.ts': "import { join } from 'node:path'\nexport type Store = typeof join\n",
  'server/routes/chat.test.ts':
    "import '../models/demo.ts'\nimport '../../e2e/model-server/serve.ts'\n",
  'server/models/demo.ts': 'export const demo = 1\n',
  'e2e/model-server/serve.ts': 'export const serve = 1\n',
  'vite.config.ts': 'export default {}\n',
}

/** Without the process that imports all modules, which most rules do not need. */
const check = (extra: Tree) => checkTree(extra, checkSources)
const checkWithImports = (extra: Tree) => checkTree(extra, checkArchitecture)

async function checkTree(
  extra: Tree,
  run: typeof checkSources | typeof checkArchitecture,
): Promise<string[]> {
  const root = mkdtempSync(join(tmpdir(), 'alcove-architecture-'))
  try {
    for (const [path, text] of Object.entries({ ...SOUND, ...extra })) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), text)
    }
    const { violations } = await run(root)
    return violations.map(({ rule, file, text }) => `${rule}: ${file}: ${text}`)
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

const lines = (count: number): string => 'export {}\n'.repeat(count)

test('finds nothing in a sound house', async () => {
  expect(await checkWithImports({})).toEqual([])
})

test.each([
  ['a value', "import { demo } from '../../server/models/demo.ts'\nexport const x = demo\n"],
  ['a type', "import type { Run } from '../../server/runs/run.ts'\nexport type X = Run\n"],
  ['a re-export', "export { demo } from '../../server/models/demo.ts'\n"],
  ['a dynamic import', "export const load = () => import('../../server/models/demo.ts')\n"],
  ['an import type', "export type X = import('../../server/runs/run.ts').Run\n"],
  ['a bare import', "import '../../server/models/demo.ts'\n"],
])('finds a forbidden arrow through %s', async (_, text) => {
  const found = await check({ 'widget/conversation/turn.ts': text })

  expect(found).toEqual([
    expect.stringMatching(
      /^arrow: widget\/conversation\/turn\.ts: widget\/conversation must not import server/,
    ),
  ])
})

test.each([
  ['server/store/x.ts', '../runs/run.ts'],
  ['server/models/x.ts', '../store/store.ts'],
  ['shared/x.ts', './wire/chunk.ts'],
  ['shared/wire/x.ts', '../thread/message.ts'],
  ['loader/x.ts', '../shared/wire/chunk.ts'],
  ['widget/thread-list/x.ts', '../composer/x.ts'],
  ['widget/conversation/atoms/x.ts', '../../outbox/x.ts'],
  ['widget/conversation/turn.ts', './atoms/x.ts'],
  ['e2e/x.spec.ts', '../shared/json.ts'],
  ['server/routes/x.ts', '../../e2e/model-server/serve.ts'],
  ['server/main.ts', './testing/world.ts'],
  ['server/runs/x.ts', './run.test.ts'],
  ['server/runs/x.ts', './world.test-support.ts'],
  ['widget/world/x.test.ts', '../../server/models/demo.ts'],
])('lets no arrow go from %s to %s', async (from, to) => {
  const found = await check({
    'widget/conversation/turn.ts': 'export {}\n',
    'server/testing/world.ts': 'export {}\n',
    'server/runs/run.test.ts': 'export {}\n',
    'server/runs/world.test-support.ts': 'export {}\n',
    [from]: `import type {} from '${to}'\n`,
  })

  expect(found.filter((text) => text.startsWith('arrow'))).toHaveLength(1)
})

test('the frame and the loader take types alone of the API’s schemas', async () => {
  const found = await check({
    'shared/api/threads.ts': 'export const title = 1\n',
    'widget/api/types.ts':
      "import type { title } from '../../shared/api/threads.ts'\nexport type X = typeof title\n",
    'widget/api/value.ts':
      "import { title } from '../../shared/api/threads.ts'\nexport const x = title\n",
    'widget/api/again.ts': "export { title } from '../../shared/api/threads.ts'\n",
    'widget/api/x.test.ts': "import '../../shared/api/threads.ts'\n",
    'server/routes/value.ts':
      "import { title } from '../../shared/api/threads.ts'\nexport const x = title\n",
  })

  expect(found.toSorted()).toEqual(
    ['again', 'value'].map(
      (name) => `arrow: widget/api/${name}.ts: may import types alone of shared/api/threads.ts`,
    ),
  )
})

test.each([
  ['widget/world/x.ts', 'react'],
  ['widget/world/x.ts', 'jotai/react'],
  ['widget/conversation/x.ts', 'jotai/vanilla'],
  ['widget/conversation/atoms/x.ts', 'react'],
  ['widget/thread-list/x.ts', 'jotai/vanilla'],
  ['widget/ui/x.tsx', 'jotai'],
  ['widget/shell/x.tsx', 'node:fs'],
  ['widget/messages/x.ts', 'react'],
  ['widget/ui/x.ts', 'lucide-react'],
  ['shared/thread/x.ts', 'valibot'],
])('keeps %s from using %s', async (path, name) => {
  const found = await check({ [path]: `import '${name}'\n` })

  expect(found.filter((text) => text.startsWith('package'))).toHaveLength(1)
})

test('a test and its world may reach their whole side and use any package', async () => {
  const found = await check({
    'widget/shell/x.test.ts': "import './fake.test-support.ts'\n",
    'widget/shell/fake.test-support.ts': "import '../conversation/turn.ts'\nimport 'fast-check'\n",
    'widget/conversation/turn.ts': 'export {}\n',
  })

  expect(found).toEqual([])
})

test('finds a package that the loader reaches through another room', async () => {
  const found = await check({
    'shared/json.ts': "import type { x } from 'valibot'\nexport const depth = 1\n",
  })

  expect(found).toContain(
    'loader-package: shared/json.ts: is reached by the loader and uses valibot',
  )
})

test('finds a circle of values', async () => {
  const found = await check({
    'server/runs/a.ts': "import { b } from './b.ts'\nexport const a = () => b\n",
    'server/runs/b.ts': "import { a } from './a.ts'\nexport const b = () => a\n",
  })

  expect(found).toEqual([
    'circle: server/runs/a.ts: server/runs/a.ts → server/runs/b.ts → server/runs/a.ts',
  ])
})

test('finds a ring of rooms without a circle of files', async () => {
  const found = await check({
    'server/store/a.ts': "import { b } from '../limits/b.ts'\nexport const a = () => b\n",
    'server/limits/b.ts': 'export const b = 1\n',
    'server/limits/c.ts': "import { d } from '../store/d.ts'\nexport const c = () => d\n",
    'server/store/d.ts': 'export const d = 1\n',
  })

  expect(found.filter((text) => text.startsWith('ring'))).toEqual([
    'ring: server/limits: these rooms import each other: server/limits, server/store',
  ])
})

test('an arrow between two rooms in one direction is not a ring', async () => {
  const found = await check({
    'server/auth/a.ts': "import { b } from '../store/b.ts'\nexport const a = () => b\n",
    'server/store/b.ts': 'export const b = 1\n',
  })

  expect(found).toEqual([])
})

test('finds a circle of three that is made of types only', async () => {
  const found = await check({
    'server/runs/a.ts': "import type { B } from './b.ts'\nexport type A = B[]\n",
    'server/runs/b.ts': "export type { C as B } from './c.ts'\n",
    'server/runs/c.ts': "export type C = import('./a.ts').A | null\n",
  })

  expect(found).toHaveLength(1)
  expect(found[0]).toMatch(/^circle: .*a\.ts → .*b\.ts → .*c\.ts → .*a\.ts$/)
})

test.each([
  ['folder', 'server/cache/x.ts', 'export {}\n'],
  ['folder', 'packages/x.ts', 'export {}\n'],
  ['folder', 'server/runs/parts/x.ts', 'export {}\n'],
  ['name', 'server/runs/someThing.ts', 'export {}\n'],
  ['name', 'server/runs/utils.ts', 'export {}\n'],
  ['name', 'server/runs/helpers.test.ts', 'export {}\n'],
  ['lines', 'server/runs/long.ts', lines(251)],
  ['lines', 'server/runs/long.test.ts', lines(401)],
  ['default-export', 'server/runs/x.ts', 'export default 1\n'],
  ['default-export', 'widget/i18n/x.ts', 'export default 1\n'],
  ['name', 'widget/i18n/locales/pt_BR.ts', 'export {}\n'],
  ['export-star', 'server/runs/x.ts', "export * from './run.ts'\n"],
  ['missing', 'widget/world/x.ts', "import './nowhere.ts'\n"],
  ['phrase', 'server/runs/x.test.ts', 'vi.' + "mock('./run.ts')\n"],
  ['phrase', 'e2e/x.spec.ts', 'await page.waitFor' + 'Timeout(10)\n'],
  ['phrase', 'server/runs/x.test.ts', "test('shou" + "ld work')\n"],
])('finds a broken rule of kind "%s" in %s', async (rule, path, text) => {
  const found = await check({ [path]: text })

  expect(found).toHaveLength(1)
  expect(found[0]).toMatch(new RegExp(`^${rule}: `))
})

test.each([
  ['server/runs/long.ts', lines(250)],
  ['server/runs/long.test.ts', lines(400)],
  ['widget/i18n/en.ts', lines(900)],
  ['widget/i18n/locales/pt-BR.ts', `${lines(900)}export default {}\n`],
  ['widget/composer/send-button.tsx', 'export {}\n'],
])('accepts what stands at a limit: %s', async (path, text) => {
  expect(await check({ [path]: text })).toEqual([])
})

test.each([
  ['throws when imported', 'document.title = "x"\n'],
  ['makes the global "leaked"', 'Object.assign(globalThis, { leaked: 1 })\nexport {}\n'],
  ['keeps the process alive', 'setInterval(() => {}, 1000)\nexport {}\n'],
])('finds a module that %s', async (text, source) => {
  const found = await checkWithImports({ 'loader/effect.ts': source })

  expect(found).toHaveLength(1)
  expect(found[0]).toContain(text)
})

test('each room is a folder, and CONTRIBUTING.md has their table: npm run rooms writes it', () => {
  const guide = readFileSync(join(REPOSITORY_ROOT, 'CONTRIBUTING.md'), 'utf8')

  expect(ROOMS.filter(({ path }) => !existsSync(join(REPOSITORY_ROOT, path)))).toEqual([])
  expect(drawRooms(guide, ROOMS)).toBe(guide)
  expect(drawRooms(guide, ROOMS.slice(1))).not.toBe(guide)
})
