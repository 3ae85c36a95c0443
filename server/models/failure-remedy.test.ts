import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { remedyOf } from './failure-remedy.ts'
import type { ModelPlace } from './model-place.ts'
import { FAILURE_TEXTS, type FailureKind } from './provider-failure.ts'

const place: ModelPlace = {
  baseUrl: 'http://127.0.0.1:11434/v1',
  speaks: 'chat completions (/chat/completions)',
  settings: { key: 'OPENAI_API_KEY', address: 'OPENAI_BASE_URL', headers: 'OPENAI_HEADERS' },
}

test('has a sentence of its own for each kind, with and without the settings', () => {
  const kinds = Object.keys(FAILURE_TEXTS) as FailureKind[]

  for (const known of [place, undefined]) {
    const remedies = kinds.map((kind) => remedyOf({ kind }, known))
    expect(new Set(remedies).size).toBe(kinds.length)
    for (const remedy of remedies) expect(remedy).toMatch(/^[A-Z].{20,}[.)]$/)
  }
})

test('the troubleshooting page lists each kind', () => {
  const page = readFileSync(new URL('../../docs/troubleshooting.md', import.meta.url), 'utf8')
  const listed = new Set(
    Array.from(page.matchAll(/^\| `((?!kind`)[a-z-]+)` +\|/gm), ([, kind]) => kind),
  )

  expect(listed).toEqual(new Set(Object.keys(FAILURE_TEXTS)))
})

test.each<[FailureKind, string]>([
  ['key', 'OPENAI_API_KEY'],
  ['credit', 'OPENAI_API_KEY'],
  ['model', 'ALCOVE_MODEL'],
  ['address', 'OPENAI_BASE_URL'],
  ['unreachable', 'OPENAI_BASE_URL'],
  ['timeout', 'ALCOVE_MODEL_FIRST_BYTE_SECONDS'],
  ['stalled', 'ALCOVE_MODEL_GAP_SECONDS'],
])('names the setting that ends %s', (kind, setting) => {
  expect(remedyOf({ kind }, place)).toContain(setting)
})

test('names the setting of a missing header', () => {
  expect(remedyOf({ kind: 'setup', cause: 'header' }, place)).toContain('Set OPENAI_HEADERS')
})

test('says which protocol an address was asked for, and which other one there is', () => {
  const otherProtocol = 'Write openai-compatible/<model>.'

  const remedy = remedyOf({ kind: 'address' }, { ...place, otherProtocol })

  expect(remedy).toContain('asks 127.0.0.1:11434 for chat completions')
  expect(remedy).toContain(otherProtocol)
  expect(remedyOf({ kind: 'key' }, { ...place, otherProtocol })).not.toContain(otherProtocol)
})

test.each([
  ['http://127.0.0.1:11434', true],
  ['http://127.0.0.1:11434/api', true],
  ['http://127.0.0.1:11434/v1', false],
  ['https://models.example/v1beta/openai', false],
  ['https://models.example/paas/v4', false],
])('hints at /v1 where the address %s has no version: %s', (baseUrl, isHinted) => {
  const remedy = remedyOf({ kind: 'unreachable' }, { ...place, baseUrl })

  expect(remedy.includes(`OPENAI_BASE_URL=${baseUrl}/v1`)).toBe(isHinted)
})
