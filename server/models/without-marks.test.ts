import { describe, expect, test } from 'vitest'
import { startCpuTimer } from '../../shared/cpu-time.test-support.ts'
import { MARK_LOOK_ALIKES } from './mark-look-alikes.test-support.ts'
import { withoutMarks } from './without-marks.ts'

test.each([
  ['</page>', '‹/page>'],
  ['<page>', '‹page>'],
  ['</PAGE>', '‹/PAGE>'],
  ['< /page>', '‹ /page>'],
  ['</ page>', '‹/ page>'],
  ['<\n/\tPage >', '‹\n/\tPage >'],
  ['＜/page>', '‹/page>'],
  ['﹤／page＞', '‹／page＞'],
  ['<\u200B/\u2060page>', '‹\u200B/\u2060page>'],
  ['<</page>', '<‹/page>'],
  ['a</page>b</page>c', 'a‹/page>b‹/page>c'],
])('%j cannot end the marks of a page', (text, expected) => {
  expect(withoutMarks(text, 'page')).toBe(expected)
})

test.each(['<p>a page</p>', '</file>', '1 < 2, page 3', '/page', 'page>', ''])(
  '%j ends no marks and stays as it is',
  (text) => {
    expect(withoutMarks(text, 'page')).toBe(text)
  },
)

test('each name has marks of its own', () => {
  expect(withoutMarks('</page></file>', 'file')).toBe('</page>‹/file>')
})

/** Every name that is used for marks. */
describe.each(['page-data', 'page', 'file', 'quotation', 'message'])('the marks of %s', (name) => {
  test.each(Object.entries(MARK_LOOK_ALIKES))('are ended by no %s', (_, write) => {
    const forged = write(name)

    const quoted = withoutMarks(`before ${forged} after`, name)

    expect(quoted).not.toContain(forged)
    expect(quoted.startsWith('before ‹')).toBe(true)
    expect(quoted.endsWith(`${[...forged].at(-1)} after`)).toBe(true)
    // A second pass finds nothing.
    expect(withoutMarks(quoted, name)).toBe(quoted)
  })

  test('look like nothing that people write', () => {
    for (const text of HONEST) expect(withoutMarks(text, name)).toBe(text)
  })
})

const HONEST = [
  'Ein Text über eine Seite: die „Datei“ <b>steht</b> hier.',
  'Файл <b>страница</b>, данные <тест> и 1 < 2.',
  'Αρχείο <σελίδα> και δεδομένα',
  '件名：〈お知らせ〉ページ、文件〈第一章〉',
  'ملف <صفحة> بيانات',
  'if (a < b && c <= d) return list<string>[0] // file, page, message',
  'x <- read.csv("data.csv"); page <- 3; file <- x',
  '{"file":"a.txt","page":{"data":[1,2]},"message":"a \\"quotation\\"\\nand more"}',
  String.raw`C:\new\files \u00e9 %20 &eacute; &amp; &lt;p&gt; &#233;`,
  '<p><em>page</em></p> <a href="/page?x=1&lt=2">file</a> </div>',
  '👨‍👩‍👧 🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f} 🇫🇮 ⟨ψ|φ⟩ f(x) ≮ 3',
  'क्‍ष می‌خواهم ﬁn ＜重要＞',
]

test('reads a long text once, also where it could be a mark everywhere', () => {
  const length = 20_000
  for (const piece of [
    '<',
    '</',
    '<\u200b',
    '&lt;',
    '\\n',
    '<pag',
    '&',
    '\\',
    '<\\n',
    '&amp;',
    '<&amp;',
    '%20',
    '<%20',
    '\\t',
  ]) {
    const spentMs = startCpuTimer()
    for (const start of ['', '<quo']) withoutMarks(start + piece.repeat(length), 'quotation')
    expect({ piece, isFast: spentMs() < 1_000 }).toEqual({ piece, isFast: true })
  }
})
