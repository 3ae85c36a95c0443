import { expect, test } from 'vitest'
import { startCpuTimer } from '../../../shared/cpu-time.test-support.ts'
import { readCsv } from './read-csv.ts'
import { HEADING_LETTERS_MAX, SECTIONS_MAX } from './read-limits.ts'

test.each([[','], [';'], ['\t'], ['|']])(
  'rows with %j between their cells are places with the names of their columns',
  (sign) => {
    const text = [
      ['code', 'price', 'note'],
      ['A-1', '38.00', ''],
      ['A-2', '54.50', 'from "May"'],
    ]
      .map((row) =>
        row
          .map((cell) => (cell.includes('"') ? `"${cell.replaceAll('"', '""')}"` : cell))
          .join(sign),
      )
      .join('\r\n')
    expect(readCsv(text, 'lists/tarps.csv')).toMatchObject({
      title: 'tarps',
      sections: [
        { headings: ['A-1'], blocks: ['A-1\t38.00'], fullBlocks: ['code: A-1; price: 38.00'] },
        {
          headings: ['A-2'],
          blocks: ['A-2\t54.50\tfrom "May"'],
          fullBlocks: ['code: A-2; price: 54.50; note: from "May"'],
        },
      ],
    })
  },
)

test('a table whose first row is data has no names', () => {
  expect(readCsv('A-1,38.00\nA-2,54.50', 'a.csv').sections[0]).toMatchObject({
    headings: ['A-1'],
    blocks: ['A-1\t38.00'],
    fullBlocks: ['A-1; 38.00'],
  })
})

test('line breaks within quotes stay in their cell, and quotes that do not match are told', () => {
  const good = readCsv('a,b\n1,"two\nlines"', 'a.csv')
  expect(good.sections[0]?.blocks).toEqual(['1\ttwo lines'])
  expect(good.notes).toEqual([])
  expect(readCsv('a,b\n1,"two\n2,three', 'a.csv').notes).toHaveLength(1)
})

test('a table without rows is refused', () => {
  expect(() => readCsv('\n,,\n', 'a.csv')).toThrow('The table has no rows.')
})

test('a table whose first row names very many columns takes little time', () => {
  const count = 100_000
  const cpuMs = startCpuTimer()
  const { sections } = readCsv(`${'name,'.repeat(count)}\n${'x\n'.repeat(count)}`, 'wide.csv')
  expect(cpuMs()).toBeLessThan(10_000)
  expect(sections).toHaveLength(SECTIONS_MAX)
  expect(sections[0]).toMatchObject({ blocks: ['x'], fullBlocks: ['name: x'] })
})

test('a long name of a column is cut', () => {
  const name = 'n'.repeat(HEADING_LETTERS_MAX)
  const { sections } = readCsv(`${name}and more,b\nx,y\n`, 'long.csv')
  expect(sections[0]?.fullBlocks).toEqual([`${name}: x; b: y`])
})
