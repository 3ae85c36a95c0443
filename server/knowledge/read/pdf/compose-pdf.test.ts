import { expect, test } from 'vitest'
import type { TextPage } from '../../../files/pdf/pdf-messages.ts'
import { UnreadError } from '../../unread-error.ts'
import { composePdf } from './compose-pdf.ts'

const page = (
  lines: readonly (string | readonly [string, number])[],
  rest: Partial<TextPage> = {},
): TextPage => ({
  label: '',
  outline: [],
  lines: lines.map((line) =>
    typeof line === 'string' ? { text: line, size: 10 } : { text: line[0], size: line[1] },
  ),
  ...rest,
})
const LONG = 'This line is as long as the column of the page allows it to be'
const compose = (...pages: readonly TextPage[]) => composePdf(pages, 'papers/hire%20terms.pdf')

test('larger lines are headings, the largest the highest', () => {
  const { title, sections } = compose(
    page([
      ['Hire terms', 20],
      ['Deposit', 14],
      LONG,
      ['Doubles', 12],
      '150 euros.',
      ['Late', 14],
      'Twelve euros.',
    ]),
  )
  expect(title).toBe('Hire terms')
  expect(sections.map(({ headings, blocks, page: at }) => [headings, blocks, at])).toEqual([
    [['Deposit'], [LONG], 1],
    [['Deposit', 'Doubles'], ['150 euros.'], 1],
    [['Late'], ['Twelve euros.'], 1],
  ])
})

test('entries of the outline are the headings if there are any, found with or without their number', () => {
  const outline = [
    { title: 'Deposit', level: 1 },
    { title: 'Doubles', level: 2 },
  ]
  const { sections } = compose(
    page(['1 Deposit', 'None.', ['Big but no heading', 30], 'Doubles', '150 euros.'], { outline }),
  )
  expect(sections.map(({ headings, blocks }) => [headings, blocks])).toEqual([
    [['Deposit'], ['None.', 'Big but no heading']],
    [['Deposit', 'Doubles'], ['150 euros.']],
  ])
})

test('pages are counted from 1, and a label is told if it differs from the number', () => {
  const { sections } = compose(page(['One.'], { label: 'iv' }), page(['Two.'], { label: '2' }))
  expect(sections).toEqual([
    { headings: [], page: 1, pageLabel: 'iv', blocks: ['One.'] },
    { headings: [], page: 2, blocks: ['Two.'] },
  ])
})

test('a line that fills its column goes on in the next one, over a hyphen too', () => {
  const { sections } = compose(
    page([
      `${LONG} and Ver\ufffe`,
      'sand costs less.',
      'A new paragraph.',
      `${LONG} with ABC\ufffe`,
      'Net.',
      '- an item',
    ]),
  )
  expect(sections[0]?.blocks).toEqual([
    `${LONG} and Versand costs less.`,
    'A new paragraph.',
    `${LONG} with ABC-Net.`,
    '- an item',
  ])
})

test('lines of Japanese are joined without a space, and forms of letters are made plain', () => {
  const line = '水を八分目まで入れて沸かし、湯を捨てます。これを'
  const { language, sections } = compose(page([line, '三回くり返します。', 'ﬁne \u2f29']))
  expect(sections[0]?.blocks).toEqual([`${line}三回くり返します。`, 'fine 小'])
  expect(language).toBe('ja')
})

test('headers and footers of three pages and more are left out, lines of the text stay', () => {
  const pages = ['One.', 'Two.', 'Three.'].map((text, index) =>
    page(['Hire terms 2026', text, `Page ${index + 1} of 3`]),
  )
  expect(compose(...pages).sections.flatMap(({ blocks }) => blocks)).toEqual([
    'One.',
    'Two.',
    'Three.',
  ])
  expect(compose(...pages.slice(1)).sections[0]?.blocks).toContain('Hire terms 2026')
})

test('numbers of pages, and headers of a chapter that hold them, are left out', () => {
  const pages = ['Chapter 2: Boats 9', 'Chapter 2: Boats 10', '11', 'Boats 12 and 13'].map(
    (line, index) => page([line, `Text ${index}.`], { label: String(index + 9) }),
  )
  const blocks = compose(...pages).sections.flatMap((section) => section.blocks)
  expect(blocks).toEqual(['Text 0.', 'Text 1.', 'Text 2.', 'Boats 12 and 13', 'Text 3.'])
})

test('a table is told to the owner, since its empty cells leave no trace', () => {
  const table = ['S 1 2', 'M 3 4', 'L 9 99']
  expect(compose(page(['Sizes', ...table])).notes).toHaveLength(1)
  expect(compose(page(['Sizes', ...table.slice(1)])).notes).toEqual([])
})

test('title and date come from the file unless a printer made them up', () => {
  const file = { title: 'Terms of hire', changed: "D:20260203101112+01'00'" }
  expect(compose(page(['a'], { file }))).toMatchObject({
    title: 'Terms of hire',
    date: '2026-02-03',
  })
  const word = { title: 'Microsoft Word - terms.docx', changed: '' }
  expect(compose(page(['a'], { file: word })).title).toBe('hire terms')
})

const reasonOf = (...pages: readonly TextPage[]): unknown => {
  try {
    return compose(...pages).title
  } catch (error) {
    return error instanceof UnreadError ? error.reason : error
  }
}

test('text of signs without letters is refused from more than three in a hundred on', () => {
  const text = (strange: string) => page([`${'a'.repeat(100 - strange.length)}${strange}`])
  expect(reasonOf(text('\u0003\ue000\ufffd'))).toBe('hire terms')
  expect(reasonOf(text('\u0003\ue000\ufffd\ufffe.'))).toBe('unreadable_text')
  expect(reasonOf(text('\ufffe'))).toBe('hire terms')
})

test('a file of pictures alone is refused', () => {
  expect(reasonOf(page([]), page([' ']))).toBe('empty')
})
