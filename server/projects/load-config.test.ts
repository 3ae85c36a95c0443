import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LIMIT_DEFAULTS } from '../limits/limit-table.ts'
import { loadConfig } from './load-config.ts'
import { projectBlock } from './project-block.ts'

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

test.each([
  ['missing.ts', undefined, 'ALCOVE_CONFIG is "missing.ts", but there is no such file.'],
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

test('the example in the repository can be used as it stands, once its secret is set', async () => {
  const name = 'alcove.config.example.ts'
  vi.stubEnv('SHOP_HOST_SECRET', 's'.repeat(32))

  const blocks = await load(name, ROOT)

  expect([...blocks.keys()]).toEqual(['default', 'shop', 'archive'])
  expect(blocks.get('shop')?.authRules).toHaveLength(2)
})

test.each(['shop', 'my-shop', '7', 'default'])(
  'the block to paste for project %s is read as it stands, and lets nobody in',
  async (id) => {
    const name = `${id}.ts`
    const text = `export default {\n  projects: {\n${projectBlock(id)}  },\n}\n`
    await write(name, text)

    expect([...(await load(name))]).toMatchObject([[id, { hosts: [], authRules: [] }]])
    // What it shows as a comment is right as well.
    await write(`all-${name}`, text.replaceAll(/\/\/ (auth|assistants)/g, '$1'))
    vi.stubEnv(`HOST_SECRET_OF_${id.toUpperCase().replace('-', '_')}`, 's'.repeat(32))
    expect([...(await load(`all-${name}`))]).toMatchObject([[id, { authRules: [{}] }]])
  },
)
