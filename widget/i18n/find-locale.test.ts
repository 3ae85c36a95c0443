import { expect, test } from 'vitest'
import { directionOf, findLocale, LOCALES } from './find-locale.ts'

test.each([
  ['de', 'de'],
  ['de-CH', 'de'],
  ['DE-at', 'de'],
  ['en-GB', 'en'],
  ['zh', 'zh-Hans'],
  ['zh-CN', 'zh-Hans'],
  ['zh-HK', 'zh-Hant'],
  ['zh-TW', 'zh-Hant'],
  ['pt', 'pt-BR'],
  ['pt-PT', 'pt-PT'],
  ['pt-AO', 'pt-PT'],
  ['es', 'es'],
  ['es-ES', 'es'],
  ['es-MX', 'es-419'],
  ['es-419', 'es-419'],
  ['no', 'nb'],
  ['nn-NO', 'nb'],
  ['iw', 'he'],
  ['ar-EG', 'ar'],
  ['uk-UA', 'uk'],
  ['tlh', undefined],
  ['el', undefined],
  ['zh-Latn', undefined],
  ['en_US', undefined],
  ['', undefined],
  ['no tag', undefined],
  ['__proto__', undefined],
  ['constructor', undefined],
])('a request for %s gets %s', (tag, name) => {
  expect(findLocale(tag)).toBe(name)
})

test('each language finds itself', () => {
  expect(LOCALES).toHaveLength(28)
  expect(LOCALES.map(findLocale)).toEqual(LOCALES)
})

test.each(['en-XA', 'ar-XB'])('while it is developed there is %s', (tag) => {
  expect(findLocale(tag)).toBe(tag)
})

test('right to left is what the runtime says it is', () => {
  const rtl = LOCALES.filter((name) => directionOf(name) === 'rtl')
  const scripts = LOCALES.filter((name) =>
    /^(Arab|Hebr)$/.test(new Intl.Locale(name).maximize().script!),
  )
  expect(rtl).toEqual(scripts)
  expect(rtl).toEqual(['ar', 'he'])
})
