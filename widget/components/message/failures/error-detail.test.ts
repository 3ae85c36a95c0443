import { expect, test } from 'vitest'
import { createTranslate } from '../../../i18n/create-translate.ts'
import { en } from '../../../i18n/en.ts'
import { errorDetail } from './error-detail.ts'

const t = createTranslate('en', en)

test.each([
  [
    'a code of ours',
    { code: 'offline', message: 'x' },
    'The connection was lost. Your message is safe.',
  ],
  [
    'a day without more',
    { code: 'budget_exhausted', message: 'x' },
    'There are no more answers today. Try again tomorrow.',
  ],
  [
    'a full store',
    { code: 'quota_exceeded', message: 'x' },
    'There is no room for more. Delete conversations that you no longer need, then try again.',
  ],
  [
    'a code without words',
    { code: 'model_failed', message: 'The model is busy.' },
    'The model is busy.',
  ],
  ['a sentence', 'The model is busy.', 'The model is busy.'],
  ['nothing', undefined, 'Something went wrong. Your message is safe.'],
  ['a blank sentence', ' ', 'Something went wrong. Your message is safe.'],
  ['an object without a sentence', { status: 500 }, 'Something went wrong. Your message is safe.'],
  ['a list', [1], 'Something went wrong. Your message is safe.'],
])('says in words what went wrong, given %s', (_, error, text) => {
  expect(errorDetail(t, error)).toBe(text)
})
