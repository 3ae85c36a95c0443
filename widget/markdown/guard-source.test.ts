import { expect, test } from 'vitest'
import { isTooCostly } from './guard-source.ts'
import { MAX_NESTING_DEPTH, MAX_RUN_COST } from './limits.ts'

const indented = (levels: number) =>
  Array.from({ length: levels }, (_, depth) => `${'  '.repeat(depth)}- a`).join('\n')

test.each([
  ['quotes', (depth: number) => `${'> '.repeat(depth)}a`],
  ['lists on one line', (depth: number) => `${'- '.repeat(depth)}a`],
  ['lists by indentation', indented],
  ['both', (depth: number) => `> ${'1. '.repeat(depth - 1)}a`],
])('lets %s nest as deep as the limit and no deeper', (_name, make) => {
  expect(isTooCostly(make(MAX_NESTING_DEPTH))).toBe(false)
  expect(isTooCostly(make(MAX_NESTING_DEPTH + 1))).toBe(true)
})

test('limits lines times characters of a run without blank lines', () => {
  const lines = Math.sqrt(MAX_RUN_COST / 2)
  const run = (count: number) => 'b\n'.repeat(count)

  expect(isTooCostly(run(Math.floor(lines)))).toBe(false)
  expect(isTooCostly(run(Math.floor(lines) + 1))).toBe(true)
  expect(isTooCostly(`${run(Math.floor(lines))}\n${run(Math.floor(lines))}`)).toBe(false)
})

test('does not take a rule of many dashes for nested lists', () => {
  expect(isTooCostly('- '.repeat(MAX_NESTING_DEPTH * 2))).toBe(false)
  expect(isTooCostly(`${'- '.repeat(MAX_NESTING_DEPTH * 2)}a`)).toBe(true)
})

test('lets code, long lists and long tables be as long as they are', () => {
  expect(isTooCostly(`\`\`\`\n${'const a = 1\n'.repeat(10_000)}\`\`\`\n`)).toBe(false)
  expect(isTooCostly('- an item\n'.repeat(10_000))).toBe(false)
  expect(isTooCostly(`|a|b|\n|-|-|\n${'| x | y |\n'.repeat(10_000)}`)).toBe(false)
})

test('does not trust a fence line that an HTML block may have swallowed', () => {
  const lines = `- a\n${'b\n'.repeat(10_000)}`

  expect(isTooCostly(`\`\`\`\n\n${lines}`)).toBe(false)
  expect(isTooCostly(`<p>\n\`\`\`\n\n${lines}`)).toBe(true)
})
