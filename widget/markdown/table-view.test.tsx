import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { en } from '../i18n/en.ts'
import { createBlockSplitter } from './split-blocks.ts'
import { tableToMarkdown, tableToTsv } from './table-view.tsx'
import { MAX_COLUMNS } from './limits.ts'
import { mountMarkdown } from './testing/mount-markdown.tsx'

afterEach(() => void vi.restoreAllMocks())

function readTable(text: string) {
  const [table] = createBlockSplitter().finish(text)
  if (table?.type !== 'table') throw new Error('no table')
  return table
}

test('copies cells for a spreadsheet, and none that it would run', () => {
  const table = readTable(
    '| **a** | b |\n|---|---|\n| `x \\| y` | [l](https://a.b) |\n| =1+1 | -2.5 |\n| @x | +1% |\n| -a | ~~c~~ |',
  )

  expect(tableToTsv(table)).toBe("a\tb\nx | y\tl\n'=1+1\t-2.5\n'@x\t+1%\n'-a\tc")
})

test('copies the table as it was written', () => {
  const text = '| **a** | b | c |\n| :-- | :-: | --: |\n| `x \\| y` | 2 |  |'

  expect(tableToMarkdown(readTable(text))).toBe(text)
})

test('copies on demand, each kind by its own button (U49)', async () => {
  const written: string[] = []
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => {
    written.push(text)
  })
  const { root, show } = mountMarkdown()
  show('| a |\n|---|\n| b |')
  const press = (label: string | undefined) =>
    act(async () =>
      [...root.querySelectorAll('button')]
        .find((button) => button.getAttribute('aria-label') === label)
        ?.click(),
    )

  await press(en['markdown.copyTable'])
  await press(en['markdown.copyTableMarkdown'])

  expect(written).toEqual(['a\nb', '| a |\n| --- |\n| b |'])
})

test('scrolls the box and not the table, which stays a table (A05, U49)', () => {
  const { root, show } = mountMarkdown()
  show('| a | b |\n|:-:|---|\n| 1 | 2 |')

  const box = root.querySelector('.md-table-scroll')
  expect(box?.querySelector(':scope > table')).not.toBeNull()
  expect(box?.getAttribute('role')).toBe('group')
  expect(box?.getAttribute('aria-label')).toBe('a, b')
  expect(root.querySelector('th')?.getAttribute('scope')).toBe('col')
})

test('gives words their direction and not the cell, so that a column has one alignment', () => {
  const { root, show } = mountMarkdown()
  show('| a | b |\n|---|--:|\n| שלום | 2 |')

  const cells = [...root.querySelectorAll('th, td')]
  expect(cells.map((cell) => cell.hasAttribute('dir'))).toEqual([false, false, false, false])
  const words = cells.map((cell) => cell.querySelector('span')?.getAttribute('dir'))
  expect(words).toEqual(['ltr', 'ltr', 'rtl', null])
})

test('keeps the rows that are finished while the table grows', () => {
  const { root, show } = mountMarkdown()
  const rows = (count: number) => `| a |\n|---|\n${'| b |\n'.repeat(count)}`
  show(`${rows(60)}| c`, { isStreaming: true })
  const before = [...root.querySelectorAll('tbody tr')].slice(0, 60)

  show(`${rows(61)}| d | e\n\nText`, { isStreaming: true })
  show(`${rows(61)}| d | e\n\nText`)

  const after = [...root.querySelectorAll('tbody tr')]
  before.forEach((row, index) => expect(after[index]).toBe(row))
  expect(after).toHaveLength(62)
})

test('has as many columns as the limit, and is none with more', () => {
  const ofColumns = (count: number) => `${'|a'.repeat(count)}|\n${'|-'.repeat(count)}|`
  const typeOf = (count: number) => createBlockSplitter().finish(ofColumns(count))[0]?.type

  expect([typeOf(MAX_COLUMNS), typeOf(MAX_COLUMNS + 1)]).toEqual(['table', 'paragraph'])
})
