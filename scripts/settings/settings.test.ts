import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SETTINGS } from '../../server/settings-schema.ts'
import { REPOSITORY_ROOT } from '../repository-root.ts'
import { drawEnvExample, ENV_EXAMPLE } from './main.ts'

const read = (path: string) => readFileSync(join(REPOSITORY_ROOT, path), 'utf8')

test('.env.example is what npm run settings writes', () => {
  expect(read(ENV_EXAMPLE)).toBe(drawEnvExample())
})

test('no line of it is longer than an editor shows', () => {
  const long = drawEnvExample()
    .split('\n')
    .filter((line) => line.length > 100)

  expect(long).toEqual([])
})

test('the documents name no setting that is none', () => {
  const names = new Set<string>(Object.values(SETTINGS).map(({ name }) => name))
  const pages = [
    'README.md',
    'docs/operating.md',
    'docs/scaling.md',
    'docs/building-your-own-frame.md',
  ]
  const named = pages.flatMap((page) => read(page).match(/\bALCOVE_[A-Z_]+\b/g) ?? [])

  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((name) => !names.has(name))).toEqual([])
})
