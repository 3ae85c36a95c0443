import { expect, test } from 'vitest'
import { linkToPassage, type LinkedPassage } from './text-fragment.ts'

const PAGE = 'https://shop.example/returns'
const link = (
  text: string,
  more: Partial<LinkedPassage> & { readonly whole?: string; readonly wanted?: string } = {},
) => {
  const { whole = text, wanted = '', ...fields } = more
  const passage = { url: PAGE, mediaType: 'text/html', text, ...fields }
  return linkToPassage(passage, whole, wanted).slice(PAGE.length)
}
const LONG =
  'You may return goods that you bought in our shop within thirty days of the day on which they arrived at your home.'

test('a short block is named whole, behind the nearest id', () => {
  expect(link('Within 30 days.', { anchor: 'time limit' })).toBe(
    '#time%20limit:~:text=Within%2030%20days.',
  )
})

test('a long block is named by its first and its last words', () => {
  expect(link(LONG)).toBe(
    '#:~:text=You%20may%20return%20goods%20that,they%20arrived%20at%20your%20home.',
  )
})

test('the start grows until it occurs once in the document', () => {
  const whole = `You may return goods that broke.\n${LONG}`
  expect(link(LONG, { whole })).toMatch(/^#:~:text=You%20may%20return%20goods%20that%20you,/)
})

test('a text that stands twice in the document is not named, and the id stays', () => {
  const whole = 'Free.\nOther.\nFREE.'
  expect(link('Free.', { whole, anchor: 'costs' })).toBe('#costs')
  expect(link('Free.', { whole })).toBe('')
  expect(link('Other.', { whole })).toBe('#:~:text=Other.')
})

test('the block with most words of the question is marked, and never two blocks', () => {
  const text = 'Time\nWithin 30 days.\nCosts\nReturns are free of charge.'
  expect(link(text, { wanted: 'Is it free of charge?' })).toBe(
    '#:~:text=Returns%20are%20free%20of%20charge.',
  )
})

test('cells of a row are blocks of their own', () => {
  expect(link('Basic plan\t€ 9', { wanted: 'basic' })).toBe('#:~:text=Basic%20plan')
})

test('dashes, commas and ampersands are encoded, and soft hyphens left out', () => {
  expect(link('A-B, C & so\u00adft')).toBe('#:~:text=A%2DB%2C%20C%20%26%20soft')
})

test.each([
  [
    'ja',
    '商品は到着後三十日以内であれば返品できます。ただし、未使用の商品に限ります。詳しくは店舗の規約をご覧くださいますようお願いいたします。',
  ],
  ['th', 'คุณสามารถคืนสินค้าได้ภายในสามสิบวันนับจากวันที่ได้รับสินค้าโดยไม่มีค่าใช้จ่ายเพิ่มเติมใดๆทั้งสิ้น'],
])('whole words are taken where none are separated: %s', (language, text) => {
  const [, start = '', end = ''] = /text=([^,]+),(.+)$/.exec(link(text, { language })) ?? []
  const words = [...new Intl.Segmenter(language, { granularity: 'word' }).segment(text)]
  const ends = new Set(words.flatMap(({ index, segment }) => [index, index + segment.length]))
  const [from, to] = [decodeURIComponent(start), decodeURIComponent(end)]
  expect(text.startsWith(from)).toBe(true)
  expect(ends.has(from.length)).toBe(true)
  expect(ends.has(text.lastIndexOf(to))).toBe(true)
})

test.each(['zh-cn-utf8', 'zh-CN-CN', 'x', ''])(
  'a page in the language "%s" is no error',
  (language) => {
    const text =
      '您可以在收到商品之日起三十天内退货，我们承担所有的退货运费，不需要任何理由，也不需要联系我们的客服人员。请保留原来的包装和收据，以便我们处理您的退款。'
    expect(link(text, { language })).toBe(link(text, { language: 'zh' }))
  },
)

test('a Korean word keeps its particle', () => {
  const text = `${'상품을 '.repeat(3)}받은 날부터 삼십일 이내에 반품할 수 있으며 배송비는 저희가 부담합니다 그리고 환불합니다`
  expect(decodeURIComponent(link(text, { language: 'ko' }))).toMatch(
    /^#:~:text=상품을 상품을 상품을 받은 날부터,/,
  )
})

test('a PDF opens at its page, and no text is named', () => {
  const pdf = { mediaType: 'application/pdf', anchor: 'x' }
  expect(link('Within 30 days.', { ...pdf, page: 7 })).toBe('#page=7')
  expect(link('Within 30 days.', pdf)).toBe('')
})

test('without the document’s text the id alone opens the place', () => {
  const passage = { url: PAGE, mediaType: 'text/html', text: 'Within 30 days.', anchor: 'time' }
  expect(linkToPassage(passage, undefined, '')).toBe(`${PAGE}#time`)
})

test('a block without a unique beginning of 300 characters is passed over', () => {
  const same = 'word '.repeat(80)
  const whole = `${same}one\n${same}two\nEnd.`
  expect(link(`${same}one\nEnd.`, { whole, wanted: 'one' })).toBe('#:~:text=End.')
})
