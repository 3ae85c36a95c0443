import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ALL_SETTINGS } from '../../server/settings-schema.ts'
import { REPOSITORY_ROOT } from '../repository-root.ts'
import { COMPOSE_FILE, drawEnvExample, ENV_EXAMPLE, withProviderLines } from './main.ts'

const read = (path: string) => readFileSync(join(REPOSITORY_ROOT, path), 'utf8')

test('.env.example is what npm run settings writes', () => {
  expect(read(ENV_EXAMPLE)).toBe(drawEnvExample())
})

test('the compose file hands on what npm run settings writes there, each provider’s settings', () => {
  const compose = read(COMPOSE_FILE)
  const without = compose.replace(/^ +ANTHROPIC_.*\n/gm, '')

  expect(compose).toBe(withProviderLines(compose))
  expect(without).not.toBe(compose)
  expect(withProviderLines(without)).toBe(compose)
})

test('no line of it is longer than an editor shows', () => {
  const long = drawEnvExample()
    .split('\n')
    .filter((line) => line.length > 100)

  expect(long).toEqual([])
})

test('the documents name no setting that is none', () => {
  const names = new Set<string>(ALL_SETTINGS.map(({ name }) => name))
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
