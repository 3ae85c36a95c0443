import { expect, test } from 'vitest'
import type { KeptDocument } from '../knowledge/kept/kept-documents.ts'
import { keptTextPage } from './kept-text-page.ts'

type Piece = KeptDocument['pieces'][number]

const piece = (text: string, more: Partial<Piece> = {}): Piece => ({
  position: 0,
  text,
  headings: [],
  ...more,
})

const draw = (
  pieces: readonly Piece[],
  document: Partial<KeptDocument['document']> = {},
  marked: number | null = null,
): string =>
  keptTextPage({
    document: { title: 'Terms', language: 'en', date: null, ...document },
    pieces: pieces.map((each, position) => ({ ...each, position })),
    marked,
  })
const mainOf = (html: string): string => /<main>(.*)<\/main>/s.exec(html)?.[1] ?? ''

test('a heading stands once, above its first piece', () => {
  const html = mainOf(
    draw([
      piece('a', { headings: ['One'] }),
      piece('b', { headings: ['One'] }),
      piece('c', { headings: ['One', 'Two'] }),
      piece('d', { headings: ['Three', 'Two'] }),
    ]),
  )
  expect(html.match(/<h[2-6][^>]*>[^<]*/g)).toEqual([
    '<h2 dir="ltr">One',
    '<h3 dir="ltr">Two',
    '<h2 dir="ltr">Three',
    '<h3 dir="ltr">Two',
  ])
})

test('lines are paragraphs, and lines with tabs are rows of one table', () => {
  const html = mainOf(draw([piece('Prices\nTent\t9\nRope\t2\nAll in euros')]))
  expect(html).toContain('<p dir="ltr">Prices</p><div class="rows" tabindex="0"><table><tr>')
  expect(html.match(/<tr>/g)).toHaveLength(2)
  expect(html).toContain('<td dir="ltr">Tent</td><td dir="auto">9</td>')
  expect(html).toContain('</table></div><p dir="ltr">All in euros</p>')
})

test('pages of a PDF are numbered as people know them', () => {
  const html = mainOf(
    draw([
      piece('a', { page: 1, pageLabel: 'iv' }),
      piece('b', { page: 1, pageLabel: 'iv' }),
      piece('c', { page: 2 }),
    ]),
  )
  expect(html.match(/class="sheet"><span>[^<]*/g)).toEqual([
    'class="sheet"><span>iv',
    'class="sheet"><span>2',
  ])
})

test('the page has the language and direction of its text', () => {
  const arabic = draw([piece('يمكن إرجاع المنتج. iPhone')], { title: 'Terms', language: 'ar' })
  expect(arabic).toContain('<html lang="ar" dir="rtl">')
  expect(arabic).toContain('<p dir="rtl">')
  expect(draw([piece('a')], { language: null })).toContain('<html lang="und" dir="ltr">')
})

test.each([
  '"><script>alert(1)</script>',
  '</style><img src=x onerror=1>',
  '</title><base href=//x>',
])('markup of a document is text: %s', (text) => {
  const html = draw(
    [piece(text, { headings: [text], pageLabel: text, page: 1 })],
    { title: text, language: text, date: text },
    0,
  )
  expect(html.replace(/<style>.*?<\/style>/s, '').match(/<(script|img|base|link)\b/)).toBeNull()
  expect(html).toContain('&lt;')
})
