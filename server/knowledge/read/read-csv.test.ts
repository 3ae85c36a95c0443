import { expect, test } from 'vitest'
import { readCsv } from './read-csv.ts'

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
