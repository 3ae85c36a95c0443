import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { tmpdir } from 'node:os'
import { readFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { KNIP_PRODUCTION } from './check-steps.ts'
import { DOCUMENTED_ENTRIES, SHIPPED_ENTRIES } from './reachable-files.ts'
import { REPOSITORY_ROOT } from './repository-root.ts'
import { runNode } from './run-command.ts'
import { START_LIMIT_MS } from './test-limits.ts'

const LINKED = ['node_modules', 'scripts', 'tsconfig.json']

/** A repository with all entries and these additional files. */
async function check(files: Readonly<Record<string, string>>) {
  const root = await mkdtemp(join(tmpdir(), 'alcove-knip-'))
  onTestFinished(() => rm(root, { recursive: true }))
  for (const name of LINKED) await symlink(join(REPOSITORY_ROOT, name), join(root, name))
  const entries = [...SHIPPED_ENTRIES, ...DOCUMENTED_ENTRIES].map((path) => [path, 'export {}'])
  const all: Record<string, string> = {
    ...Object.fromEntries(entries),
    'package.json': '{"type":"module"}',
    ...files,
  }
  for (const [path, text] of Object.entries(all)) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
  return runNode(KNIP_PRODUCTION, { root, limitMs: START_LIMIT_MS })
}

const USED = { 'server/used.ts': 'export const used = 1\n' }
const MAIN = { 'server/main.ts': "import { used } from './used.ts'\nconsole.log(used)\n" }

test('what a shipped entry reaches passes', async () => {
  expect(await check({ ...USED, ...MAIN })).toEqual({ code: 0, output: '' })
})

test('an export and a file that only a test takes are named, and a helper of tests is neither', async () => {
  const { code, output } = await check({
    ...MAIN,
    'server/used.ts': 'export const used = 1\nexport const forTests = 2\n',
    'server/used.test.ts': "import { forTests } from './used.ts'\nconsole.log(forTests)\n",
    'server/alone.ts': 'export const alone = 1\n',
    'server/help.test-support.ts': 'export const help = 1\n',
    'server/testing/helper.ts': 'export const helper = 1\n',
    'server/alone.test.ts': "import { alone } from './alone.ts'\nconsole.log(alone)\n",
  })

  expect(code).toBe(1)
  expect(output).toMatch(/^Unused files \(1\)\s+server\/alone\.ts$/m)
  expect(output).toMatch(/^Unused exports \(1\)\s+forTests +server\/used\.ts/m)
  expect(output).not.toContain('.test')
})

test('documented entries are in the documentation', () => {
  const texts = ['README.md', 'docs/building-your-own-frame.md'].map((path) =>
    readFileSync(join(REPOSITORY_ROOT, path), 'utf8'),
  )

  for (const path of DOCUMENTED_ENTRIES) expect(texts.join('')).toContain(path)
})
