import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readQuery, textTerms } from './terms.ts'
import { splitWords } from './words.ts'
import { plainLine } from './plain-line.ts'
import { createSnippet, type Snippet, SNIPPET_MAX_CHARACTERS, HITS_MAX } from './snippet.ts'
import { atOnce } from '../../steps/steps.test-support.ts'

function snippetOf(text: string, words: string): Snippet | undefined {
  const query = readQuery(words)
  return query && atOnce(createSnippet(text, query))
}

/** The text with each range in brackets; undefined if the text lacks a part of the query. */
function mark(text: string, query: string): string | undefined {
  const snippet = snippetOf(text, query)
  if (!snippet) return undefined
  let marked = ''
  let last = 0
  for (const [start, end] of snippet.ranges) {
    marked += `${snippet.text.slice(last, start)}[${snippet.text.slice(start, end)}]`
    last = end
  }
  return marked + snippet.text.slice(last)
}

test.each([
  ['The invoice of May', 'invo', 'The [invo]ice of May'],
  ['The invoice of May', 'may INVOICE', 'The [invoice] of [May]'],
  ['Two\n\n lines\tof  invoices', 'lines invoices', 'Two [lines] of [invoices]'],
  ['Le café, la Café', 'cafe', 'Le [café], la [Café]'],
  ['Die Straße', 'strasse', 'Die [Straße]'],
  ['Die Straße', 'stras', 'Die [Straß]e'],
  ['cafe\u0301s', 'café', '[cafe\u0301]s'],
  ['東京都庁の地図', '京都', '東[京都]庁の地図'],
  ['東京都庁の地図', '図', '東京都庁の地[図]'],
  ['東京都庁 map', '都庁 map', '東京[都庁] [map]'],
  ['แผนที่กรุงเทพ', 'กรุง', 'แผนที่[กรุง]เทพ'],
  ['قرأت الكتاب أمس', 'كتاب', 'قرأت ال[كتاب] أمس'],
  ['قرأت الكِتاب أمس', 'الكتاب', 'قرأت [الكِتاب] أمس'],
  ['in invoices', 'in inv', 'in [inv]oices'],
  ['Işık söndü', 'ışık', '[Işık] söndü'],
  ['Đường phố', 'duong', '[Đường] phố'],
  ['Ærø og', 'aer', '[Ær]ø og'],
  ['die Rück\u00adsende\u00adkosten', 'Rücksendekosten', 'die [Rück\u00adsende\u00adkosten]'],
  ['die Rücksendekosten', 'Rück\u00adsende\u00adkosten', 'die [Rücksendekosten]'],
  ['die Rück\u00adsende\u00adkosten', 'kosten', 'die Rück\u00adsende\u00ad[kosten]'],
  ['ភាសា\u200bខ្មែរ', 'ភាសាខ្មែរ', '[ភាសា\u200bខ្មែរ]'],
  ['ភាសាខ្មែរ', 'សា\u200bខ្មែ', 'ភា[សាខ្មែ]រ'],
  ['من می\u200cخواهم', 'میخواهم', 'من [می\u200cخواهم]'],
  ['من می\u200cخواهم', 'خواهم', 'من می\u200c[خواهم]'],
  ['من می خواهم', 'می\u200cخواهم', 'من [می] [خواهم]'],
  ['in\ufeffvoice', 'invoice', '[invoice]'],
  ['## The **invoice**\n\n- of `May`', 'invoice', 'The [invoice] of May'],
  ['See [it](https://a.example/invoice)', 'invoice', 'See [it](https://a.example/[invoice])'],
])('in %j, %j marks %j', (text, query, marked) => {
  expect(mark(text, query)).toBe(marked)
})

test.each([
  ['The invoice of May', 'june'],
  ['The invoice of May', 'invoice june'],
  ['The invoice of May', 'voice'],
  ['die Rück\u00adsende\u00adkosten', 'ende'],
  // Each of its pairs is present, and the word is not.
  ['京都 東京 京東', '東京都'],
])('%j has not all of %j', (text, query) => {
  expect(mark(text, query)).toBeUndefined()
})

test('a long text shows the first hit in its sentence, between whole words', () => {
  const text = `${'before '.repeat(40)}the invoice of May ${'after '.repeat(40)}`

  const marked = mark(text, 'invoice')!

  expect(marked).toMatch(/^…before .*the \[invoice\] of May .*after…$/)
})

test.each([
  [SNIPPET_MAX_CHARACTERS, false],
  [SNIPPET_MAX_CHARACTERS + 1, true],
])('a text of %i characters is cut: %s', (length, isCut) => {
  const snippet = snippetOf('hit '.padEnd(length, 'x'), 'hit')!

  expect(snippet.text.endsWith('…')).toBe(isCut)
  expect(snippet.text.length).toBeLessThanOrEqual(SNIPPET_MAX_CHARACTERS)
})

test('a hit at the very end is shown with what stands before it', () => {
  const marked = mark(`${'before '.repeat(100)}invoice`, 'invoice')!

  expect(marked).toMatch(/^…(before )+\[invoice\]$/)
})

test('marks of one text have an end', () => {
  const many = (count: number) => snippetOf('a '.repeat(count), 'a')!.ranges

  expect(many(10)).toHaveLength(10)
  expect(many(HITS_MAX * 2).length).toBeLessThanOrEqual(HITS_MAX)
})

test('any text and any query give a line that is short enough, with ranges inside of it', () => {
  const letters = fc.constantFrom(...'aábß 東京都\n،العربيةกรุง😀𠮷-"\u0301')
  const text = fc.string({ unit: letters, maxLength: 600 })
  fc.assert(
    fc.property(text, fc.string({ unit: letters, minLength: 1, maxLength: 5 }), (line, words) => {
      const snippet = snippetOf(line, words)
      if (!snippet) return
      expect(snippet.text.length).toBeLessThanOrEqual(SNIPPET_MAX_CHARACTERS)
      expect(snippet.text.isWellFormed()).toBe(true)
      let last = 0
      for (const [start, end] of snippet.ranges) {
        expect(start).toBeGreaterThanOrEqual(last)
        expect(end).toBeGreaterThan(start)
        expect(end).toBeLessThanOrEqual(snippet.text.length)
        last = end
      }
      expect(snippet.ranges.length).toBeGreaterThan(0)
    }),
  )
})

test.each([
  ['Plain words, and\n more', 'Plain words, and more'],
  ['## Two **bold** words', 'Two bold words'],
  ['***Both*** and ~~gone~~, `code`.', 'Both and gone, code.'],
  ['- one\n- [x](https://a.example/b) two\n> - three', 'one x two three'],
  ['1. First', '1. First'],
  [
    'See [the page](https://a.example) and ![a cat](https://a.example/c.png)',
    'See the page and a cat',
  ],
  ['Before\n```ts\nconst a_b = 2 * 3\n```\nafter', 'Before const a_b = 2 * 3 after'],
  ['snake_case, 2*3, a ~ b', 'snake_case, 2*3, a ~ b'],
  ['5~7U at 100~200, ~20 or (~50)', '5~7U at 100~200, ~20 or (~50)'],
  ['As \\[1\\] says, 2 \\* 3 is \\*not bold\\*', 'As [1] says, 2 * 3 is *not bold*'],
  ['The capital【4:0†bern.pdf】, 【第一章】', 'The capital, 【第一章】'],
  ['a - b\n- - -\nc', 'a - b - c'],
  ['| a | b |\n| --- | :--: |\n| 1 | 2 |', '| a | b | | 1 | 2 |'],
  ['', ''],
])('%j reads %j', (text, line) => {
  expect(plainLine(text)).toBe(line)
})

test.each([
  '*',
  '`',
  '_',
  '[',
  '[]',
  '[a](',
  '- ',
  '> ',
  '#',
  '# ',
  '[a](b',
  '-|',
  '--x',
  '**a',
  '\n',
  '|-',
  ' ',
  '---|',
  '【1†',
  '\\',
])('a million of %j cost no more than reading them', (piece) => {
  const text = piece.repeat(1_000_000 / piece.length)
  expect(plainLine(text).length).toBeLessThanOrEqual(text.length)
})

test('any beginning of a word finds its text, by the index and by a look at it', () => {
  const letters = fc.constantFrom(
    ...'aßıŁđøæé\u0301\u00ad\u200b\u200c\u2060\ufeffбйكيةハ東カ한ភា \n-',
  )
  fc.assert(
    fc.property(fc.string({ unit: letters, maxLength: 40 }), fc.nat(), (text, seed) => {
      const terms = [...textTerms(text)]
      for (const { folded } of splitWords(text)) {
        if (folded === '') continue
        const query = readQuery(folded.slice(0, 1 + (seed % folded.length)))!
        expect(atOnce(createSnippet(text, query))).toBeDefined()
        for (const { text: wanted, isPrefix } of query.terms) {
          expect(terms.some((term) => (isPrefix ? term.startsWith(wanted) : term === wanted))).toBe(
            true,
          )
        }
      }
    }),
    { numRuns: 2_000 },
  )
})
