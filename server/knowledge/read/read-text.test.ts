import { expect, test } from 'vitest'
import { readText } from './read-text.ts'

test('lines in capitals and underlined lines are headings; the first line names the file', () => {
  const text = `OPENING HOURS\n(valid from 5 January 2026)\n\nMILL LANE (main shop)\n  Monday  closed\n\nDeposit\n=======\nNone.\n\nA-1 IS CLOSED.\n`
  expect(readText(text, 'hours.txt')).toMatchObject({
    title: 'OPENING HOURS',
    date: '2026-01-05',
    sections: [
      { headings: [], blocks: ['(valid from 5 January 2026)'] },
      { headings: ['MILL LANE (main shop)'], blocks: ['Monday  closed'] },
      { headings: ['Deposit'], blocks: ['None.', 'A-1 IS CLOSED.'] },
    ],
  })
})

test('a text without headings is one section, named by its file', () => {
  expect(readText('one\ntwo', 'folder/note.txt')).toMatchObject({
    title: 'note',
    sections: [{ headings: [], blocks: ['one', 'two'] }],
  })
  expect(() => readText(' \n', 'note.txt')).toThrow('The file has no text.')
})
