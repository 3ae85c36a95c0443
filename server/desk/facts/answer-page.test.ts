import { expect, test } from 'vitest'
import { createUserMessage } from '../../../shared/thread/message.ts'
import { pageOf } from './answer-page.ts'
import { readQuestionWords } from './question-words.ts'

const askedAt = (url: string) =>
  pageOf({ ...createUserMessage('m', '', 'Hello'), metadata: { custom: { context: { url } } } })

// Readers of the desk get pages as values of a filter, and words with groups of questions.
test.each(['ada@example.com', 'ada%40example.com'])(
  'a page hides the person in its path: %s',
  (mail) => {
    expect(askedAt(`https://shop.example/account/${mail}/orders?id=1#x`)).toBe(
      'https://shop.example/account/•••@example.com/orders',
    )
  },
)

test('words of a question have no personal data', async () => {
  const { words } = await readQuestionWords(
    'Refund to DE89 3704 0044 0532 0130 00, ada.lovelace@example.com or +49 171 2345678',
  )
  expect(words).toEqual(['refund'])
})

test.each([
  ['Do you sell motorcycles?', 'en'],
  ['Do you repair children’s bikes?', 'en'],
  ['Liefern Sie Motorräder?', 'de'],
  ['Gdzie jest moje zamówienie?', 'pl'],
])('a short question keeps its language: %s', async (question, language) => {
  expect((await readQuestionWords(question)).language).toBe(language)
})
