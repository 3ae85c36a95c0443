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

test('attributes that optimisers leave on the tag are no look, and a misspelled option is one', () => {
  const names =
    'src type rocketSrc rocketStatus minify cfasync noptimize noOptimize noDefer optimized perfmattersType cookieconsent cmpSrc'
  const notes = Object.fromEntries(names.split(' ').map((name) => [name, '1']))

  expect(describeOptions(notes).look).toBeUndefined()
  expect(describeOptions({ ...notes, rocketry: '1', acent: '#fff' }).look).toEqual({
    rocketry: '1',
    acent: '#fff',
  })
})
