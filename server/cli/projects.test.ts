import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LIMIT_DEFAULTS } from '../limits/limit-table.ts'
import { loadConfig } from '../projects/load-config.ts'
import { projectBlock, projectWays } from './projects.ts'

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

test.each(['shop', 'my-shop', '7', 'default'])(
  'the block to paste for project %s is valid as it is, and admits no page',
  async (id) => {
    const name = `${id}.ts`
    const text = `export default {\n  projects: {\n${projectBlock(id)}  },\n}\n`
    expect(await load(name, text)).toMatchObject([[id, { hosts: [], auth: [] }]])
    // Its comments are valid code as well.
    const whole = text.replaceAll(/\/\/ (auth|assistants)/g, '$1')
    vi.stubEnv(`HOST_SECRET_OF_${id.toUpperCase().replace('-', '_')}`, 's'.repeat(32))
    expect(await load(`all-${name}`, whole)).toMatchObject([[id, { auth: [{}] }]])
  },
)

test('pages are given the tag of the project’s own file, and a call that names its look', () => {
  const text = projectWays('my-shop', 'https://chat.example.com')

  expect(text).toContain(
    '<script async src="https://chat.example.com/p/my-shop/alcove.js"></script>',
  )
  expect(text).toContain("app: 'my-shop', projectLook: {}")
})
