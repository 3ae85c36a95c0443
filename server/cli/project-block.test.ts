import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LIMIT_DEFAULTS } from '../limits/limit-table.ts'
import { loadConfig } from '../projects/load-config.ts'
import { nextSteps, projectBlock } from './project-block.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alcove-config-'))
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true })
})

const load = async (name: string, text: string) => {
  await writeFile(join(folder, name), text)
  return [...(await loadConfig({ path: name, folder, limits: LIMIT_DEFAULTS }))]
}

const NAME = 'Ada\'s "shop" \\ & co'

test.each(['shop', 'my-shop', '7', 'default'])(
  'the block to paste for project %s is valid as it is, with a look, and open to this machine alone',
  async (id) => {
    const textOf = (isProduction: boolean) =>
      `export default {\n  projects: {\n${projectBlock({ id, name: NAME }, isProduction)}  },\n}\n`
    const look = { name: NAME, theme: { accent: expect.stringMatching(/^#/) } }
    expect(await load(`${id}.ts`, textOf(false))).toMatchObject([
      [id, { hosts: ['http://localhost:*', 'http://127.0.0.1:*'], auth: [], look }],
    ])
    expect(await load(`public-${id}.ts`, textOf(true))).toMatchObject([[id, { hosts: [], look }]])
    // Its comments are valid code as well.
    const whole = textOf(false).replaceAll(/\/\/ (auth|assistants)/g, '$1')
    vi.stubEnv(`HOST_SECRET_OF_${id.toUpperCase().replace('-', '_')}`, 's'.repeat(32))
    expect(await load(`all-${id}.ts`, whole)).toMatchObject([[id, { auth: [{}] }]])
  },
)

const steps = { id: 'my-shop', block: '    BLOCK\n', service: 'https://chat.example.com' }

test('the steps after it name the file, the tag of the project’s own file, and a call that names its look', () => {
  const text = nextSteps({ ...steps, config: 'alcove.config.mjs' })

  expect(text).toContain('Paste this into alcove.config.mjs, below "projects":\n\n    BLOCK')
  expect(text).toContain(
    '<script async src="https://chat.example.com/p/my-shop/alcove.js"></script>',
  )
  expect(text).toContain(`app: 'my-shop', projectLook: {"accent":"#0f6b5c"}`)
  expect(text).toContain('Restart the server')
})

test('without a configuration they have the whole of one', async () => {
  const block = projectBlock({ id: 'my-shop', name: 'My shop' }, false)
  const text = nextSteps({ ...steps, block, config: undefined })
  const [, config = ''] = /(import \{.*?^\}\)$)/ms.exec(text) ?? []

  const blocks = await load('whole.ts', config)

  expect(blocks).toMatchObject([['my-shop', { look: { name: 'My shop' } }]])
})
