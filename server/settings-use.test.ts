import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SETTINGS } from './settings-schema.ts'

const ROOT = join(import.meta.dirname, '..')
const DECLARATION = 'server/settings-schema.ts'

/** The product's code on the server's side, and the scripts that start it. */
const code = globSync('{server,scripts}/**/*.ts', { cwd: ROOT })
  .filter((path) => path !== DECLARATION && !/\.test|\/testing\//.test(path))
  .map((path) => readFileSync(join(ROOT, path), 'utf8'))
  .join('\n')

const isUsed = (name: string): boolean => new RegExp(String.raw`\b${name}\b`).test(code)
/** The build reads its settings by their names in the environment. */
const build = readFileSync(join(ROOT, 'vite.config.ts'), 'utf8')

test('every setting is used beside its declaration', () => {
  expect(isUsed('publicUrl')).toBe(true)
  expect(isUsed('noSuchSetting')).toBe(false)
  const unused = Object.entries(SETTINGS).filter(
    ([key, { name }]) => !isUsed(key) && !build.includes(name),
  )
  expect(unused.map(([key]) => key)).toEqual([])
})
