import { expect, test } from 'vitest'
import { ERROR_TEXTS } from '../../../shared/error-texts.ts'
import { createTranslate } from '../../i18n/create-translate.ts'
import { en } from '../../i18n/en.ts'
import de from '../../i18n/locales/de.ts'
import { failureReason } from './failure-reason.ts'

const english = createTranslate('en', en)
const german = createTranslate('de', { ...en, ...de })

test.each([
  [413, 'This is too large to be sent here.', 'Das ist zu groß, um hier gesendet zu werden.'],
  [403, 'The server did not allow this.', 'Der Server hat das nicht erlaubt.'],
  [
    429,
    'Too many uploads at once. Wait a moment, then try again.',
    'Zu viele Uploads auf einmal. Warten Sie einen Moment, und versuchen Sie es dann erneut.',
  ],
  [503, 'The service is not available right now.', 'Der Dienst ist im Moment nicht verfügbar.'],
  [400, '', ''],
])('has words for status %i in the language of the chat', (status, inEnglish, inGerman) => {
  const message = ERROR_TEXTS.requestFailed(status, '<html>')

  expect(failureReason(english, message, 'en')).toBe(inEnglish)
  expect(failureReason(german, message, 'de')).toBe(inGerman)
})

test('shows a sentence of the server in its language, and never a page', () => {
  expect(failureReason(english, 'No more files today.', 'en')).toBe('No more files today.')
  expect(failureReason(german, 'No more files today.', 'de')).toBe('')
  expect(failureReason(english, '<Error><Code>AccessDenied</Code></Error>', 'en')).toBe('')
})
