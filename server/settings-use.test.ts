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

test('every setting is used beside its declaration', () => {
  expect(isUsed('publicUrl')).toBe(true)
  expect(isUsed('noSuchSetting')).toBe(false)
  expect(Object.keys(SETTINGS).filter((name) => !isUsed(name))).toEqual([])
})
