import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LIMIT_DEFAULTS } from '../limits/limit-table.ts'
import { loadConfig } from './load-config.ts'

const ROOT = join(import.meta.dirname, '..', '..')

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alcove-config-'))
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true })
})

const write = (name: string, text: string) => writeFile(join(folder, name), text)
const load = (path?: string, from = folder) =>
  loadConfig({ path, folder: from, limits: LIMIT_DEFAULTS })

test('without a file there are no blocks', async () => {
  expect(await load()).toEqual(new Map())
})

test('alcove.config.ts of the working folder is read, types and all', async () => {
  const type = 'type Config = { projects: Record<string, object> }'
  await write('alcove.config.ts', `${type}\nexport default { projects: { shop: {} } } as Config`)

  expect([...(await load()).keys()]).toEqual(['shop'])
})

test('ALCOVE_CONFIG names another file', async () => {
  await write('alcove.config.ts', 'export default { projects: { shop: {} } }')
  await write('other.ts', 'export default { projects: { other: {} } }')

  expect([...(await load('other.ts')).keys()]).toEqual(['other'])
  expect([...(await load(join(folder, 'other.ts'))).keys()]).toEqual(['other'])
})

test.each(['alcove.config.js', 'alcove.config.mjs'])(
  '%s is read, also below a package.json of CommonJS, and imports alcove-server without an install',
  async (name) => {
    await write('package.json', '{ "type": "commonjs" }')
    const source = "import { defineConfig } from 'alcove-server'\nexport default defineConfig"
    await write(name, `${source}({ projects: { shop: {} } })`)

    expect([...(await load()).keys()]).toEqual(['shop'])
  },
)

test('two configurations are refused with both names', async () => {
  await write('alcove.config.ts', 'export default { projects: {} }')
  await write('alcove.config.mjs', 'export default { projects: {} }')

  await expect(load()).rejects.toMatchObject({
    message: `alcove.config.ts and alcove.config.mjs are both in ${folder}.`,
    hint: 'Keep one of them.',
  })
  expect(await load('alcove.config.mjs')).toEqual(new Map())
})

test('an import of an absent package is refused with the command that installs it', async () => {
  await write('absent.ts', "import '@left/pad/now'\nexport default {}")

  await expect(load('absent.ts')).rejects.toMatchObject({
    message: 'absent.ts: the package "@left/pad" that it imports is not installed.',
    hint: `Run npm install @left/pad in ${folder}.`,
  })
})

test.each([
  ['missing.ts', undefined, 'ALCOVE_CONFIG is "missing.ts", but the file does not exist.'],
  ['a.ts', 'export const config = {}', 'a.ts: it has no default export.'],
  ['b.ts', 'export default {', 'b.ts: it could not be read: '],
  ['c.ts', 'throw new Error("no shop today")', 'c.ts: it could not be read: no shop today'],
  ['d.ts', "import './nowhere.ts'\nexport default {}", 'd.ts: it could not be read: '],
  ['e.ts', 'export default { projects: { shop: { host: [] } } }', 'e.ts: projects.shop: unknown'],
])('%s is refused with its name', async (name, text, message) => {
  if (text !== undefined) await write(name, text)

  await expect(load(name)).rejects.toMatchObject({
    code: 'config_invalid',
    message: expect.stringContaining(message),
  })
})

test.each([
  ['alcove.config.ts', 'export default {\n  projects: {\n    shop: { hosts: [ },\n  },\n}\n', 22],
  [
    'alcove.config.mjs',
    'export default {\n  projects: {\n    shop: { hosts: [] look: {} },\n  },\n}\n',
    23,
  ],
])('the error says where a mistake in the text of %s stands', async (name, text, column) => {
  await write(name, text)

  // In this process the test's own loader would read the file.
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--input-type=module',
    '-e',
    `import { loadConfig } from ${JSON.stringify(join(import.meta.dirname, 'load-config.ts'))}
     const place = { path: undefined, folder: ${JSON.stringify(folder)}, limits: {} }
     await loadConfig(place).catch((error) => console.log(error.message))`,
  ])

  expect(stdout.trim()).toMatch(/^[\w.]+: it could not be read: /)
  expect(stdout.trim()).toMatch(new RegExp(`\\(${name}, line 3, column ${column}\\)$`))
})

test.each([
  ['as it stands', '', 1],
  ['and with its secret', 's'.repeat(32), 2],
])('the example in the repository can be used %s, without a paid key', async (_, secret, rules) => {
  vi.stubEnv('HOST_SECRET_OF_SHOP', secret)
  // Node caches modules, so each has a copy, where `npm start` looks for it.
  const example = await readFile(join(ROOT, 'alcove.config.example.ts'), 'utf8')
  await write('alcove.config.ts', example)

  const blocks = await load()

  expect([...blocks.keys()]).toEqual(['default', 'shop', 'archive'])
  expect(blocks.get('shop')?.auth).toHaveLength(rules)
  for (const { assistants } of blocks.values()) {
    expect([...assistants.values()].flatMap(({ model }) => model ?? [])).toEqual([])
  }
})
