import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nameIn } from './name-in-answer.ts'
import { plainTitle, settledTitle } from './make-title.ts'

test.each([
  ['Refund window', 'Refund window'],
  ['Title: Refund window', 'Refund window'],
  ['**Title:** Refund window', 'Refund window'],
  ['**Title: "Refund window"**', 'Refund window'],
  ['"Title": Refund window', 'Refund window'],
  ['# Title\n\nRefund window', 'Refund window'],
  ['Title:\nRefund window', 'Refund window'],
  ['Title - Refund window', 'Refund window'],
  ['Conversation title: Refund window', 'Refund window'],
  ['Titel: Öffnungszeiten', 'Öffnungszeiten'],
  ['Titre : Délai', 'Délai'],
  ['标题：退货期限', '退货期限'],
  ['Title', 'Title'],
  ['Title deeds and taxes', 'Title deeds and taxes'],
  ['Titled nobility', 'Titled nobility'],
  ['Name day in May', 'Name day in May'],
  ['Refund: the window', 'Refund: the window'],
  ['<title>Refund window</title>', 'Refund window'],
  ['{"title":"Refund window"}', 'Refund window'],
  ['{ "language": "en", "title": "Refund \\"window\\"" }', 'Refund "window'],
  ['{"chat_title":"Gr\\u00f6\\u00dfen"}', 'Größen'],
  ['{"result":{"title":"Refund window"}}', 'Refund window'],
  ['{"topic":"Refund window"}', 'Refund window'],
  ['["Refund window"]', 'Refund window'],
  ['{"title":"Refund win', 'Refund win'],
  ['{"title":"a\\u00', 'a'],
  ['{"title":"a\nb"}', 'a b'],
  ['{"title":"a\\nb\\qc"}', 'a bqc'],
  ['{"title":"\\ud83d\\ude42 Hi"}', '🙂 Hi'],
  ['{"title":7}', ''],
  ['```json\n{"title": "Refund window"}\n```', 'Refund window'],
  ['```\nRefund window\n```', 'Refund window'],
  ['`Refund window`', 'Refund window'],
  ['```json', ''],
  ['{curly} words', '{curly} words'],
  ['[Refund] window', '[Refund] window'],
])('%j names %j', (answer, title) => {
  expect(plainTitle(nameIn(answer, true))).toBe(title)
})

test('of an answer that grows, the words that are told stay', () => {
  const bits = [
    'Title',
    'title',
    'Chat ',
    ': ',
    ':',
    '**',
    '"',
    '{',
    '}',
    '{"title":"',
    '"other": "x", ',
    '```',
    'json\n',
    '\n',
    ' ',
    'Refund ',
    'window',
    '\\',
    '\\u00e4',
    '[',
    '<title>',
    '-',
    'é',
  ]
  let told = 0
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...bits), { maxLength: 12 }), (given) => {
      const answer = given.join('')
      const whole = plainTitle(nameIn(answer, true))
      for (let end = 0; end <= answer.length; end += 1) {
        const words = settledTitle(nameIn(answer.slice(0, end), false))
        if (words !== '') told += 1
        expect(whole.startsWith(words)).toBe(true)
      }
    }),
    {
      numRuns: 2_000,
      examples: [[['Title', ' ', '<title>', ':']], [['{"title":"', '\\u00e4', ' ', 'json\n']]],
    },
  )
  expect(told).toBeGreaterThan(1_000)
})
