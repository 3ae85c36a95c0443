import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createTextsStep } from './check-steps.ts'
import { findMissingTexts, requireTexts } from './missing-texts.ts'

const signal = new AbortController().signal

/** A project with the two texts `a` and `b`, in the given locales. */
function createProject(version: string, locales: Readonly<Record<string, object>>): string {
  const root = mkdtempSync(join(tmpdir(), 'alcove-texts-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  write('package.json', JSON.stringify({ version, type: 'module' }))
  write('widget/i18n/en.ts', "export const en = { a: 'A', b: { one: 'B', other: 'Bs' } }\n")
  write('widget/i18n/find-locale.ts', "export const VARIED = { 'es-419': 'es' }\n")
  write('widget/i18n/locales/en-XA.ts', 'export default {}\n')
  for (const [tag, texts] of Object.entries(locales)) {
    write(`widget/i18n/locales/${tag}.ts`, `export default ${JSON.stringify(texts)}\n`)
  }
  return root
}

const WHOLE = { a: 'x', b: { other: 'y' } }

test('names the locales that lack a text; a locale that varies another one has its texts', async () => {
  const root = createProject('1.0.0-dev', {
    de: { a: 'x' },
    es: WHOLE,
    'es-419': { b: { other: 'z' } },
    fr: {},
  })
  expect([...(await findMissingTexts(root))]).toEqual([
    ['a', ['fr']],
    ['b', ['de', 'fr']],
  ])
})

test('the varied locale lacks a text: so do both', async () => {
  const root = createProject('1.0.0-dev', { es: { a: 'x' }, 'es-419': {} })
  expect([...(await findMissingTexts(root))]).toEqual([['b', ['es', 'es-419']]])
})

test('during development, the check passes and lists missing texts', async () => {
  const root = createProject('1.0.0-dev', { de: { a: 'x' }, fr: WHOLE })
  await expect(createTextsStep(root).run(signal)).resolves.toEqual({
    passed: 1,
    failed: 0,
    note: 'texts that lack translations: 1',
    warnings: ['b is not translated: de'],
  })
  await expect(requireTexts(root)).resolves.toBeUndefined()
})

test('the check and the build of a release fail for a text that lacks a translation', async () => {
  const root = createProject('1.0.0', { de: { a: 'x' }, fr: WHOLE })
  await expect(createTextsStep(root).run(signal)).resolves.toEqual({
    passed: 0,
    failed: 1,
    output: 'b is not translated: de',
  })
  await expect(requireTexts(root)).rejects.toThrow('b is not translated: de')
})

test('a release whose locales are whole is built', async () => {
  const root = createProject('1.0.0', { de: WHOLE, fr: WHOLE })
  await expect(createTextsStep(root).run(signal)).resolves.toEqual({ passed: 1, failed: 0 })
  await expect(requireTexts(root)).resolves.toBeUndefined()
})
