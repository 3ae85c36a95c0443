import { afterEach, expect, test } from 'vitest'
import { describeOptions } from './given-options.ts'

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

  expect(describeOptions(options).locale).toBe(locale)
})

test('what the loader reads is no look', () => {
  const { look } = describeOptions({ locale: 'de', app: 'shop', name: 'Pip' })
  expect(look).toEqual({ name: 'Pip' })
})
