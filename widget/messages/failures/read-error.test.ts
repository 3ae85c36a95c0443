import { expect, test } from 'vitest'
import { ERROR_TEXTS } from '../../../shared/error-texts.ts'
import { createTranslate } from '../../i18n/create-translate.ts'
import { en } from '../../i18n/en.ts'
import { errorDetail, readErrorData } from './read-error.ts'

const NOTHING = { code: undefined, message: '', retryAfter: undefined, requestId: undefined }

test.each([
  ['nothing', undefined, {}],
  ['a sentence', 'The model is busy.', { message: 'The model is busy.' }],
  [
    'an error of a call',
    { code: 'rate_limited', message: 'x', data: { status: 429, retryAfter: 12 } },
    { code: 'rate_limited', message: 'x', retryAfter: 12 },
  ],
  ['a time beside the code', { retryAfter: 3 }, { retryAfter: 3 }],
  ['a time that is none', { retryAfter: -1 }, {}],
  ['the id of a request', { requestId: 'req_1' }, { requestId: 'req_1' }],
  ['the id among details', { data: { details: { requestId: 'req_2' } } }, { requestId: 'req_2' }],
  [
    'the id in the sentence',
    { message: 'It failed. Request id: req_3' },
    { message: 'It failed. Request id: req_3', requestId: 'req_3' },
  ],
])('reads %s', (_, error, data) => {
  expect(readErrorData(error)).toEqual({ ...NOTHING, ...data })
})

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
    'an address that is blocked',
    { code: 'address_blocked', message: 'x' },
    'Messages from your network are not taken at the moment. Nothing is lost: try again later.',
  ],
  [
    'a switch of the operator',
    { code: 'named_only', message: 'x' },
    'At the moment only people who are signed in can write here. Nothing is lost.',
  ],
  [
    'a visitor who is not let in',
    { code: 'visitor_refused', message: 'x' },
    'This page could not confirm your visit. Nothing is lost: try again in a moment.',
  ],
  [
    'a visitor who is not let in, in the owner’s words',
    { code: 'visitor_refused', message: 'x', data: { details: { sentence: ' Solve it. ' } } },
    'Solve it.',
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
  expect(errorDetail(t, error, 'en-GB')).toBe(text)
})

test.each([
  ['our server', 'The model is busy.', 'Something went wrong. Your message is safe.'],
  [
    'our server with a code',
    { code: 'model_failed', message: 'This cannot be.' },
    'Something went wrong. Your message is safe.',
  ],
  [
    'the owner’s check',
    { code: 'visitor_refused', message: 'x', data: { details: { sentence: 'Bitte klicken.' } } },
    'Bitte klicken.',
  ],
  ['another server', 'Das Modell ist ausgelastet.', 'Das Modell ist ausgelastet.'],
])('in another language the English of our server is left out, given %s', (_, error, text) => {
  expect(errorDetail(t, error, 'de')).toBe(text)
})

test.each([
  ['a page that is too large', 413, 'This is too large to be sent here.'],
  ['a refusal', 403, 'The server did not allow this.'],
  ['too much at once', 429, 'Too many messages at once. Wait a moment, then try again.'],
  ['a proxy without a server', 502, 'The service is not available right now.'],
  ['a status without words', 400, 'Something went wrong. Your message is safe.'],
])('says %s by its status', (_, status, text) => {
  const message = ERROR_TEXTS.requestFailed(status, '<html>')

  expect(errorDetail(t, message, 'en')).toBe(text)
  expect(errorDetail(t, { code: 'too_large', message }, 'en')).toBe(text)
})

test.each(['<html>502</html>', '<?xml version="1.0"?><Error/>'])('never shows %s', (page) => {
  expect(errorDetail(t, page, 'en')).toBe('Something went wrong. Your message is safe.')
  expect(errorDetail(t, { code: 'model_failed', message: page }, 'de')).toBe(
    'Something went wrong. Your message is safe.',
  )
})
