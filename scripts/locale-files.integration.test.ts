/** @module-tag nightly */
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createBuilder } from 'vite'
import { expect, onTestFinished, test, vi } from 'vitest'
import { REPOSITORY_ROOT } from './repository-root.ts'

const SOURCES = [
  'LICENSE',
  'package.json',
  'vite.config.ts',
  'loader',
  'npm',
  'scripts',
  'server',
  'shared',
  'widget',
]
const BUILD_TIMEOUT_MS = 10 * 60_000

/** Builds the frame and its locales. Returns the content of each file, by name. */
async function buildFrame(root: string): Promise<ReadonlyMap<string, string>> {
  const builder = await createBuilder({
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'warn',
  })
  for (const name of ['client', 'locales']) await builder.build(builder.environments[name]!)
  const folder = join(root, 'dist/frame/assets')
  return new Map(
    readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  )
}

test(
  'a translation that changes replaces one built file, whose hash the document has',
  { timeout: BUILD_TIMEOUT_MS },
  async () => {
    vi.stubEnv('NODE_ENV', 'production')
    onTestFinished(() => void vi.unstubAllEnvs())
    const root = mkdtempSync(join(tmpdir(), 'alcove-locales-'))
    onTestFinished(() => rmSync(root, { recursive: true }))
    for (const path of SOURCES) {
      cpSync(join(REPOSITORY_ROOT, path), join(root, path), { recursive: true })
    }
    symlinkSync(join(REPOSITORY_ROOT, 'node_modules'), join(root, 'node_modules'))
    const before = await buildFrame(root)

    // `es` is the base of es-419, whose file must stay unchanged.
    const path = join(root, 'widget/i18n/locales/es.ts')
    const source = readFileSync(path, 'utf8')
    writeFileSync(path, source.replace("'composer.send': '", "'composer.send': 'Sí, "))
    const after = await buildFrame(root)

    const gone = [...before.keys()].find((name) => !after.has(name))
    const [come, ...others] = [...after].filter(([name, text]) => before.get(name) !== text)
    expect([gone, come?.[0]]).toEqual([
      expect.stringMatching(/^locale-es-\w{8}\.js$/),
      expect.stringMatching(/^locale-es-\w{8}\.js$/),
    ])
    expect(others).toEqual([])
    expect(after.size).toBe(before.size)
    // Minified: one line.
    expect(come![1].trim()).not.toContain('\n')
    const html = readFileSync(join(root, 'dist/frame/index.html'), 'utf8')
    const hashOf = (name: string) => /-(\w{8})\.js$/.exec(name)![1]!
    expect([gone!, come![0]].map((name) => html.includes(hashOf(name)))).toEqual([false, true])
  },
)
