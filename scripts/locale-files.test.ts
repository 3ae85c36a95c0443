import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { hashLocales } from './locale-files.ts'

function createLocales() {
  const root = mkdtempSync(join(tmpdir(), 'alcove-locales-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const write = (tag: string, text: string): void => {
    const path = join(root, `widget/i18n/locales/${tag}.ts`)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, `export default { 'composer.send': '${text}' }\n`)
  }
  write('de', 'Senden')
  write('es', 'Enviar')
  write('es-419', 'Mandar')
  write('en-XA', '[Séñð]')
  return { root, write }
}

test('has a hash for each locale, but for no pseudo locale', () => {
  const { root } = createLocales()
  const hash: unknown = expect.stringMatching(/^[0-9a-f]{8}$/)
  expect(hashLocales(root)).toEqual({ de: hash, es: hash, 'es-419': hash })
})

test('a locale that changes gets another hash, and no other does', () => {
  const { root, write } = createLocales()
  const before = hashLocales(root)
  expect(hashLocales(root)).toEqual(before)

  write('es', 'Envía')
  const after = hashLocales(root)
  expect(after['es']).not.toBe(before['es'])
  expect({ ...after, es: '' }).toEqual({ ...before, es: '' })
})
