import { expect, test } from 'vitest'
import { readLook } from '../../shared/look/read-look.ts'
import { readOptions, readProductTypes } from '../../scripts/reference/read-options.ts'
import { findOptions, groupOptions } from './group-options.ts'
import { nest } from './option-values.ts'
import { PRESETS } from './presets.ts'
import { judgeTheme } from './theme-verdict.ts'

const options = readOptions(readProductTypes('.'))

test('every option stands in one group, and the first group has what most people set', () => {
  const groups = groupOptions(options)
  const paths = groups.flatMap(({ options }) => options.map(({ path }) => path))

  expect(paths.toSorted()).toEqual(options.map(({ path }) => path).toSorted())
  const first = groups[0]!.options.map(({ path }) => path)
  expect(first).toEqual(expect.arrayContaining(['name', 'theme.accent', 'startScreen.greeting']))
  expect(first.length).toBeLessThan(12)
  expect(groups.every(({ options }) => options.length > 0)).toBe(true)
})

test('an option that no group names is in the last group', () => {
  const added = { ...options[0]!, path: 'brandNew' }

  expect(groupOptions([...options, added]).at(-1)!.options).toContain(added)
})

test.each([
  ['colour', 'theme.accent'],
  ['color', 'theme.accent'],
  ['data-greeting', 'startScreen.greeting'],
  ['thumbs', 'messageActions.feedback'],
  ['sidebar', 'mode'],
  ['zIndex', 'zIndex'],
  ['pixels corner', 'offsetX'],
  ['dark', 'theme.scheme'],
])('the search for “%s” finds %s', (question, path) => {
  expect(findOptions(options, question).map((option) => option.path)).toContain(path)
})

test('a search needs all of its words, and finds all without a word', () => {
  expect(findOptions(options, 'pixels xyzzy')).toEqual([])
  expect(findOptions(options, '  ')).toEqual(options)
})

test.each(PRESETS.map((preset) => [preset.name, preset.values] as const))(
  'the preset %s has only options with valid values, and readable colours',
  (_, values) => {
    const known = options.map(({ path }) => path)
    expect(Object.keys(values).filter((path) => !known.includes(path))).toEqual([])
    const looks = Object.entries(values).filter(([path]) =>
      options.some((option) => option.path === path && option.expected !== undefined),
    )
    expect(looks.length).toBeGreaterThan(3)
    expect(readLook(nest(Object.fromEntries(looks))).problems).toEqual([])
    for (const scheme of ['light', 'dark'] as const) {
      expect(judgeTheme(scheme, values['theme.accent'], 'balanced').refused).toEqual([])
    }
  },
)
