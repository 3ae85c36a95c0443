import { describe, expect, test } from 'vitest'
import { createTranslate, type LocaleTexts, type PluralForms } from './create-translate.ts'
import { en } from './en.ts'
import { formatDuration } from './format-units.ts'

const t = createTranslate('en', en)

test('returns the text of a key without placeholders', () => {
  expect(t('composer.send')).toBe('Send')
})

test('fills names, and writes numbers the way of the locale', () => {
  expect(t('tool.done', { tool: 'look up invoice' })).toBe('Ran look up invoice')
  expect(t('composer.count', { n: 28_800, limit: 32_000 })).toBe('28,800 of 32,000 characters')
  const de = createTranslate('de', en)
  expect(de('composer.count', { n: 28_800, limit: 32_000 })).toBe('28.800 of 32.000 characters')
})

test('does not read a value as a template', () => {
  expect(t('tool.done', { tool: '{n} $& $1' })).toBe('Ran {n} $& $1')
})

test.each([
  [1, '1 character too many'],
  [2, '2 characters too many'],
  [0, '0 characters too many'],
])('chooses the plural form for %i', (n, text) => {
  expect(t('composer.over', { n })).toBe(text)
})

test('falls back to the form "other" where a locale needs more forms than it has', () => {
  const ru = createTranslate('ru', en)
  expect(ru('composer.over', { n: 3 })).toBe('3 characters too many')
})

test('takes no catalogue that lacks keys: these are filled with English before', () => {
  const partial: LocaleTexts = { 'composer.send': 'Senden' }
  // @ts-expect-error: a locale's file may lack texts
  const de = createTranslate('de', partial)
  expect(de('composer.send')).toBe('Senden')
})

test('refuses unknown keys and missing values when compiled', () => {
  // @ts-expect-error: no such key
  expect(() => t('composer.sned')).toThrow()
  // @ts-expect-error: the value is missing
  expect(t('tool.done')).toBe('Ran {tool}')
  // @ts-expect-error: a plural is chosen by a number
  expect(t('composer.over', { n: '1' })).toBe('1 character too many')
})

describe('the English catalogue', () => {
  const entries: [string, string | PluralForms][] = Object.entries(en)

  const problems = (list: typeof entries): string[] =>
    list.flatMap(([key, entry]) => {
      const forms = typeof entry === 'string' ? [entry] : Object.values(entry)
      const found = forms.flatMap((text) => [
        ...(text.trim() === text && text !== '' ? [] : ['blank or padded']),
        ...(/[<>]|&\w+;/.test(text) ? ['markup'] : []),
        ...(/\{(?!\w+\})|(?<!\{\w+)\}/.test(text) ? ['broken placeholder'] : []),
      ])
      if (typeof entry !== 'string') {
        const needed = new Intl.PluralRules('en').resolvedOptions().pluralCategories
        if (needed.toSorted().join() !== Object.keys(entry).toSorted().join()) found.push('forms')
      }
      return found.map((problem) => `${key}: ${problem}`)
    })

  test('has exactly the plural forms of its locale, no markup, no broken placeholder', () => {
    expect(problems(entries)).toEqual([])
  })

  test('would report each of these faults', () => {
    const faulty: typeof entries = [
      ['a', ' x'],
      ['b', '<b>x</b>'],
      ['c', 'x {na me}'],
      ['d', { other: '{n}' }],
    ]
    expect(problems(faulty)).toEqual([
      'a: blank or padded',
      'b: markup',
      'c: broken placeholder',
      'd: forms',
    ])
  })
})

test.each([
  ['en', 200, '1 second'],
  ['en', 6_200, '6 seconds'],
  ['en', 60_000, '1 minute'],
  ['en', 125_000, '2 minutes, 5 seconds'],
  ['de', 6_000, '6 Sekunden'],
])('writes a duration in %s: %i ms', (locale, ms, text) => {
  expect(formatDuration(locale, ms)).toBe(text)
})
