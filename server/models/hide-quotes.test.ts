import { expect, test } from 'vitest'
import { hideQuotes, textsOf } from './hide-quotes.ts'

const QUESTION = 'My name is Ann Bell, why is order 4711234 late?'

test.each([
  ['the whole', `Bad words: ${QUESTION}`, 'Bad words: [quoted]?'],
  ['its beginning', 'Flagged: My name is An…', 'Flagged: [quoted] An…'],
  ['other letters and marks', 'MY NAME, IS ANN: flagged', '[quoted]: flagged'],
  ['escaped as JSON', String.raw`{\"text\":\"why\u0020is\norder\"}`, '{ text : [quoted] }'],
  [
    'two words in marks',
    'The words “Ann Bell” are not allowed',
    'The words “[quoted]” are not allowed',
  ],
  ['a word in marks', "'Bell' is not allowed", "'[quoted]' is not allowed"],
  ['a long number', 'No such order: 4711234', 'No such order: [quoted]'],
])('hides what a provider repeats of a question: %s', (_, words, shown) => {
  expect(hideQuotes(words, [QUESTION])).toBe(shown)
})

test.each([
  'The model “tiny” is not loaded; its name is unknown',
  'The order is late',
  'limit 4711',
])('keeps words that two people share by chance: %s', (words) => {
  expect(hideQuotes(words, [QUESTION])).toBe(words)
})

test.each([
  ['Hi', 'Said hi there', 'Said [quoted] there'],
  ['Kill Bob', 'It says kill bob.', 'It says [quoted].'],
  ['', 'It says nothing.', 'It says nothing.'],
])('hides a short text where it stands: %s', (text, words, shown) => {
  expect(hideQuotes(words, [text])).toBe(shown)
})

test('hides three letters in a row of a script without spaces', () => {
  expect(hideQuotes('禁止: 山田太郎です', ['私は山田太郎です'])).toBe('禁止: [quoted]')
  expect(hideQuotes('禁止: 山田', ['私は山田太郎です'])).toBe('禁止: 山田')
})

test('reads the texts of a prompt, and no name of its own', () => {
  const texts = textsOf([
    { role: 'system', content: 'Be brief.' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Look.' },
        {
          type: 'file',
          mediaType: 'image/png',
          filename: 'me.png',
          data: { type: 'data', data: new Uint8Array([1]) },
        },
      ],
    },
    {
      role: 'assistant',
      content: [{ type: 'tool-call', toolCallId: 'c1', toolName: 'find', input: { name: 'Ann' } }],
    },
    {
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          toolCallId: 'c1',
          toolName: 'find',
          output: { type: 'json', value: { street: ['Mill Lane'] } },
        },
      ],
    },
  ])

  expect(texts).toEqual(['Be brief.', 'Look.', 'me.png', 'Ann', 'Mill Lane'])
})
