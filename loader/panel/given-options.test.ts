import { afterEach, expect, test } from 'vitest'
import { toLocale, toLook } from './given-options.ts'

afterEach(() => document.documentElement.removeAttribute('lang'))

test.each([
  [{ locale: 'pt-BR' }, 'de', 'pt-BR'],
  [{ locale: 'html' }, 'de', 'de'],
  [{}, 'de', 'de'],
  [{ locale: '' }, 'de', 'de'],
  [{ locale: 'html' }, '', undefined],
  [{}, '', undefined],
  [{ locale: 5 }, 'de', 'de'],
])('a page with %o, whose document says "%s", wants %s', (options, lang, locale) => {
  document.documentElement.lang = lang

  expect(toLocale(options)).toBe(locale)
})

test('what the loader reads is no look', () => {
  expect(toLook({ locale: 'de', app: 'shop', name: 'Pip' })).toEqual({ name: 'Pip' })
})
